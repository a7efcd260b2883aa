"""Events of the devices that shuffle and deal."""

from fairdeal.table.events.base import Event


class DeviceFailed(Event, frozen=True, gc=False, tag="device-failed"):
    """A device cannot be used."""

    device: str


class DeviceMarked(Event, frozen=True, gc=False, tag="device-marked"):
    """A device is covered, or signed out of order."""

    device: str
    how: str


class DeviceReturned(Event, frozen=True, gc=False, tag="device-returned"):
    """A device that was out of order can be used again."""

    device: str


class MethodChanged(Event, frozen=True, gc=False, tag="method-changed"):
    """Another way of dealing or shuffling is in use."""

    dealing: str
    shuffling: str
