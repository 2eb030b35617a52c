PRAGMA writable_schema = ON;
BEGIN;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES ('0002');
CREATE TABLE audit_log (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	at VARCHAR(24) NOT NULL, 
	user_id INTEGER, 
	action VARCHAR(40) NOT NULL, 
	row_id INTEGER NOT NULL
);
INSERT INTO "audit_log" VALUES (1, '2026-11-22T09:31:59.617Z', NULL, 'user.created', 1);
INSERT INTO "audit_log" VALUES (2, '2026-11-22T09:32:00.157Z', 1, 'user.password_changed', 1);
INSERT INTO "audit_log" VALUES (3, '2026-11-22T09:32:00.177Z', 1, 'event.created', 1);
INSERT INTO "audit_log" VALUES (4, '2026-11-22T09:32:00.206Z', 1, 'attendee.registered', 1);
INSERT INTO "audit_log" VALUES (5, '2026-11-22T09:32:00.228Z', 1, 'attendee.registered', 2);
INSERT INTO "audit_log" VALUES (6, '2026-11-22T09:32:00.235Z', 1, 'attendee.registered', 3);
INSERT INTO "audit_log" VALUES (7, '2026-11-22T09:32:00.308Z', 1, 'user.created', 2);
INSERT INTO "audit_log" VALUES (8, '2026-11-22T09:32:00.330Z', 1, 'attendees.imported', 1);
CREATE TABLE failed_sign_ins (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	account_hash VARCHAR(64) NOT NULL, 
	address VARCHAR(64) NOT NULL, 
	failed_at VARCHAR(24) NOT NULL
);
CREATE TABLE issued_invoice_numbers (
	number VARCHAR(40) NOT NULL, 
	CONSTRAINT pk_issued_invoice_numbers PRIMARY KEY (number)
);
INSERT INTO "issued_invoice_numbers" VALUES ('INV-BC5K-HB3Y');
INSERT INTO "issued_invoice_numbers" VALUES ('INV-V6W4-7TWB');
INSERT INTO "issued_invoice_numbers" VALUES ('INV-23XV-G54W');
INSERT INTO "issued_invoice_numbers" VALUES ('INV-TH55-YAZX');
CREATE TABLE scan_log (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	attendee_id INTEGER, 
	event_id INTEGER, 
	user_id INTEGER NOT NULL, 
	device VARCHAR(100), 
	outcome VARCHAR(20) NOT NULL, 
	qr_data VARCHAR(500), 
	attended_at VARCHAR(24), 
	attended_by INTEGER, 
	scanned_at VARCHAR(24) NOT NULL, 
	idempotency_key CHAR(32), 
	CONSTRAINT uq_scan_log_idempotency_key UNIQUE (idempotency_key)
);
INSERT INTO "scan_log" VALUES (1, 1, 1, 1, 'Front door', 'admitted', 'DL1.1.5P0WM536652YVXEGYSD3QMD0TB', '2026-11-22T09:32:00.238Z', 1, '2026-11-22T09:32:00.238Z', NULL);
CREATE TABLE users (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	username VARCHAR(64) NOT NULL, 
	username_folded VARCHAR NOT NULL, 
	full_name VARCHAR(200) NOT NULL, 
	role VARCHAR(20) NOT NULL, 
	password_hash VARCHAR(200) NOT NULL, 
	must_change_password BOOLEAN NOT NULL, 
	is_active BOOLEAN NOT NULL, 
	created_at VARCHAR(24) NOT NULL, 
	last_login VARCHAR(24), 
	version INTEGER NOT NULL, 
	updated_at VARCHAR(24) NOT NULL, 
	updated_by INTEGER, 
	CONSTRAINT fk_users_updated_by_users FOREIGN KEY(updated_by) REFERENCES users (id) ON DELETE SET NULL, 
	CONSTRAINT uq_users_username_folded UNIQUE (username_folded)
);
INSERT INTO "users" VALUES (1, 'admin', 'admin', 'Administrator', 'super_admin', '$argon2id$v=19$m=47104,t=1,p=1$ZRBLN5DTppum5zWpOfLsUQ$NpL+Y9OgU9H5OyE4iFfZkD1s+sf+t3+xyErVdDnHxTk', 0, 1, '2026-11-22T09:31:59.606Z', '2026-11-22T09:32:00.013Z', 1, '2026-11-22T09:31:59.606Z', NULL);
INSERT INTO "users" VALUES (2, 'olive', 'olive', 'Olive Organizer', 'organizer', '$argon2id$v=19$m=47104,t=1,p=1$yJILW8Yq2FgHoIvQUF/PGA$q/kspqfFNoJvvQwB88x7GbNKq4hqxHMnrsVBv44fJMM', 1, 1, '2026-11-22T09:32:00.306Z', NULL, 1, '2026-11-22T09:32:00.306Z', 1);
CREATE TABLE events (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	name VARCHAR(200) NOT NULL, 
	date VARCHAR(10) NOT NULL, 
	time VARCHAR(5), 
	ticket_price_cents INTEGER, 
	version INTEGER NOT NULL, 
	created_at VARCHAR(24) NOT NULL, 
	updated_at VARCHAR(24) NOT NULL, 
	updated_by INTEGER, 
	CONSTRAINT fk_events_updated_by_users FOREIGN KEY(updated_by) REFERENCES users (id) ON DELETE SET NULL
);
INSERT INTO "events" VALUES (1, 'Spring Gala', '2026-11-20', '19:30', 4500, 1, '2026-11-22T09:32:00.175Z', '2026-11-22T09:32:00.175Z', 1);
CREATE TABLE sessions (
	token_hash VARCHAR(64) NOT NULL, 
	user_id INTEGER NOT NULL, 
	created_at VARCHAR(24) NOT NULL, 
	expires_at VARCHAR(24) NOT NULL, 
	CONSTRAINT pk_sessions PRIMARY KEY (token_hash), 
	CONSTRAINT fk_sessions_user_id_users FOREIGN KEY(user_id) REFERENCES users (id) ON DELETE CASCADE
);
INSERT INTO "sessions" VALUES ('4f7897658f8de26820c60dd4ec368688778626534f90d2e8d57bf39cd840d8d2', 1, '2026-11-22T09:32:00.013Z', '2026-11-22T17:32:00.013Z');
CREATE TABLE attendees (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	event_id INTEGER NOT NULL, 
	full_name VARCHAR(200) NOT NULL, 
	phone VARCHAR(40) NOT NULL, 
	table_number INTEGER NOT NULL, 
	payment_status VARCHAR(40) NOT NULL, 
	payment_folded VARCHAR NOT NULL, 
	payment_group VARCHAR(13) NOT NULL, 
	amount_paid_cents INTEGER, 
	invoice_number VARCHAR(40) NOT NULL, 
	qr_code_data VARCHAR(500) NOT NULL, 
	attended BOOLEAN NOT NULL, 
	attended_at VARCHAR(24), 
	scanned_by INTEGER, 
	sold_by INTEGER, 
	search_text VARCHAR NOT NULL, 
	registration_key CHAR(32), 
	version INTEGER NOT NULL, 
	created_at VARCHAR(24) NOT NULL, 
	updated_at VARCHAR(24) NOT NULL, 
	updated_by INTEGER, import_id INTEGER, 
	CONSTRAINT ck_attendees_attended_at CHECK (attended = (attended_at IS NOT NULL)), 
	CONSTRAINT ck_attendees_table_number CHECK (table_number >= 0), 
	CONSTRAINT fk_attendees_event_id_events FOREIGN KEY(event_id) REFERENCES events (id) ON DELETE CASCADE, 
	CONSTRAINT fk_attendees_scanned_by_users FOREIGN KEY(scanned_by) REFERENCES users (id) ON DELETE SET NULL, 
	CONSTRAINT fk_attendees_sold_by_users FOREIGN KEY(sold_by) REFERENCES users (id) ON DELETE SET NULL, 
	CONSTRAINT fk_attendees_updated_by_users FOREIGN KEY(updated_by) REFERENCES users (id) ON DELETE SET NULL, 
	CONSTRAINT uq_attendees_invoice_number UNIQUE (invoice_number), 
	CONSTRAINT uq_attendees_qr_code_data UNIQUE (qr_code_data), 
	CONSTRAINT uq_attendees_registration_key UNIQUE (registration_key)
);
INSERT INTO "attendees" VALUES (1, 1, 'Ada Lovelace', '0491 570 006', 7, 'paid', 'paid', 'paid', 4500, 'INV-BC5K-HB3Y', 'DL1.1.5P0WM536652YVXEGYSD3QMD0TB', 1, '2026-11-22T09:32:00.238Z', 1, 1, 'ada lovelace
0491 570 006
0491570006
inv-bc5k-hb3y', NULL, 1, '2026-11-22T09:32:00.203Z', '2026-11-22T09:32:00.203Z', 1, NULL);
INSERT INTO "attendees" VALUES (2, 1, 'Zoë Ångström', '0491 570 156', 8, 'unpaid', 'unpaid', 'owed', NULL, 'INV-V6W4-7TWB', 'DL1.1.7XJ92ZZ3WEW5QTMWK712KHWK0T', 0, NULL, NULL, 1, 'zoe angstrom
0491 570 156
0491570156
inv-v6w4-7twb', NULL, 1, '2026-11-22T09:32:00.227Z', '2026-11-22T09:32:00.227Z', 1, NULL);
INSERT INTO "attendees" VALUES (3, 1, 'Charles Babbage', '0491 570 157', 7, '50%', '50%', 'owed', NULL, 'INV-23XV-G54W', 'DL1.1.3NWNYPRXQ23JBTRB6PFBDFYFXR', 0, NULL, NULL, 1, 'charles babbage
0491 570 157
0491570157
inv-23xv-g54w', NULL, 1, '2026-11-22T09:32:00.234Z', '2026-11-22T09:32:00.234Z', 1, NULL);
INSERT INTO "attendees" VALUES (4, 1, 'Grace Hopper', '0491 570 158', 9, 'paid', 'paid', 'paid', 4500, 'INV-TH55-YAZX', 'DL1.1.3RGT16HYDB8WA8MY8T6WQFY7WP', 0, NULL, NULL, 1, 'grace hopper
0491 570 158
0491570158
inv-th55-yazx', NULL, 1, '2026-11-22T09:32:00.328Z', '2026-11-22T09:32:00.328Z', 1, 1);
CREATE TABLE imports (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	created_by INTEGER, 
	event_id INTEGER, 
	file_name VARCHAR(200) NOT NULL, 
	state VARCHAR(10) NOT NULL, 
	is_settled BOOLEAN NOT NULL, 
	total INTEGER NOT NULL, 
	added INTEGER NOT NULL, 
	imported INTEGER NOT NULL, 
	errors INTEGER NOT NULL, 
	duplicates INTEGER NOT NULL, 
	message VARCHAR(500), 
	created_at VARCHAR(24) NOT NULL, 
	finished_at VARCHAR(24), 
	CONSTRAINT fk_imports_created_by_users FOREIGN KEY(created_by) REFERENCES users (id) ON DELETE SET NULL, 
	CONSTRAINT fk_imports_event_id_events FOREIGN KEY(event_id) REFERENCES events (id) ON DELETE SET NULL
);
INSERT INTO "imports" VALUES (1, 1, 1, '', 'done', 1, 1, 1, 1, 0, 0, NULL, '2026-11-22T09:32:00.324Z', '2026-11-22T09:32:00.328Z');
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence VALUES ('users', 2);
INSERT INTO sqlite_sequence VALUES ('audit_log', 8);
INSERT INTO sqlite_sequence VALUES ('failed_sign_ins', 2);
INSERT INTO sqlite_sequence VALUES ('events', 1);
INSERT INTO sqlite_sequence VALUES ('attendees', 4);
INSERT INTO sqlite_sequence VALUES ('scan_log', 1);
INSERT INTO sqlite_sequence VALUES ('imports', 1);
CREATE INDEX ix_failed_sign_ins_account_hash_address ON failed_sign_ins (account_hash, address);
CREATE INDEX ix_failed_sign_ins_address ON failed_sign_ins (address);
CREATE INDEX ix_failed_sign_ins_failed_at ON failed_sign_ins (failed_at);
CREATE INDEX ix_scan_log_attendee_id ON scan_log (attendee_id);
CREATE INDEX ix_events_date_time_id ON events (date, time, id);
CREATE INDEX ix_sessions_expires_at ON sessions (expires_at);
CREATE INDEX ix_sessions_user_id ON sessions (user_id);
CREATE INDEX ix_attendees_event_id_id ON attendees (event_id, id);
CREATE INDEX ix_attendees_import_id ON attendees (import_id) WHERE import_id IS NOT NULL;
COMMIT;
