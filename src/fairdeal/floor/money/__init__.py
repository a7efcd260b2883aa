"""Chips on the floor: ledger accounts, linked meters, and what each table has won."""
