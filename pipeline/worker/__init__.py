"""The stream engine: moves bytes from Kafka to `process`, and acks what is durable.

Importing this package brings no broker library; `pipeline.worker.engine` does, which the extra `worker` installs.
"""

from pipeline.worker.batches import Taker
from pipeline.worker.observing import Observer, Observers
from pipeline.worker.options import Security, WorkerOptions
from pipeline.worker.proven import Proven

__all__ = ["Observer", "Observers", "Proven", "Security", "Taker", "WorkerOptions"]
