"""The figures of a server for Prometheus."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest


class Metrics:
    """The counters and gauges of one server."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        r = self.registry
        self.rounds = Counter("fairdeal_rounds", "Rounds that have ended.", registry=r)
        self.commands = Counter(
            "fairdeal_commands", "Commands that were taken.", ["kind"], registry=r
        )
        #: The counters of the kinds of commands that were taken before.
        self._by_kind: dict[str, Counter] = {}
        self.refusals = Counter(
            "fairdeal_refusals", "Commands that were not, by the word for it.", ["code"], registry=r
        )
        self.commits = Histogram(
            "fairdeal_commit_seconds",
            "How long a commit took.",
            registry=r,
            buckets=(0.0005, 0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 2.0),
        )
        self.answers = Histogram(
            "fairdeal_answer_seconds",
            "How long an act waited for its answer: queue, work, commit and publication.",
            registry=r,
            buckets=(0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0),
        )
        self.queued = Gauge("fairdeal_queued_acts", "Acts that wait for the writer.", registry=r)
        self.connections = Gauge("fairdeal_connections", "Listeners.", registry=r)
        self.meters = Gauge("fairdeal_meter_dollars", "What is on a meter.", ["meter"], registry=r)

    def note_command(self, kind: str) -> None:
        """Note that a command was taken."""
        counter = self._by_kind.get(kind)
        if counter is None:
            counter = self._by_kind[kind] = self.commands.labels(kind)
        counter.inc()

    def note_commit(self, seconds: float, jobs: int) -> None:
        """Note how long a commit took."""
        del jobs
        self.commits.observe(seconds)

    def text(self) -> bytes:
        """Return all figures in the text format of Prometheus."""
        return generate_latest(self.registry)
