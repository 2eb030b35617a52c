"""The database: engines, transactions, the desk's own connection, migrations. It knows nothing of HTTP."""
