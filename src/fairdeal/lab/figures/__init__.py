"""Figures of a wager or a betting pattern: returns, deviations, covariances, meters, plots."""
