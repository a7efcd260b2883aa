"""The floor's log and ledger: databases, schema, transactions, Merkle tree, checkpoints, backup."""
