"""The database: engines, transactions, the admission worker's own connection, migrations. It knows nothing of HTTP."""
