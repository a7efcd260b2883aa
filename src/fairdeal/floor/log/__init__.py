"""The floor's log on its database: entries, ledger rows, hashes, checkpoints and backups."""
