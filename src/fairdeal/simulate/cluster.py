"""A Dask cluster as an executor (extra `cluster`)."""

from concurrent.futures import Executor
from typing import Any

from distributed import Client

from fairdeal.errors import BadInputError


class ClusterExecutor(Executor):
    """Hands parts to the workers of a cluster, and closes the connection at the end."""

    def __init__(self, client: Any) -> None:
        self._client = client
        self._executor: Any = client.get_executor(pure=False)

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Any:
        """Hand out one part."""
        return self._executor.submit(fn, *args, **kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Take back what was handed out, and close the connection."""
        del wait, cancel_futures
        self._client.close()


def dask_executor(address: str) -> Executor:
    """Connect to the scheduler at an address such as `tcp://127.0.0.1:8786`."""
    connect: Any = Client
    try:
        client = connect(address, timeout="10s", set_as_default=False)
    except (OSError, ValueError) as error:
        raise BadInputError(f"no Dask scheduler answers at {address}: {error}") from None
    return ClusterExecutor(client)
