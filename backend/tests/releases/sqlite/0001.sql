PRAGMA writable_schema = ON;
BEGIN;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES ('0001');
CREATE TABLE audit_log (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	at VARCHAR(24) NOT NULL, 
	user_id INTEGER, 
	action VARCHAR(40) NOT NULL, 
	row_id INTEGER NOT NULL
);
INSERT INTO "audit_log" VALUES (1, '2026-11-22T09:31:54.425Z', NULL, 'user.created', 1);
INSERT INTO "audit_log" VALUES (2, '2026-11-22T09:31:54.813Z', 1, 'user.password_changed', 1);
INSERT INTO "audit_log" VALUES (3, '2026-11-22T09:31:54.839Z', 1, 'event.created', 1);
INSERT INTO "audit_log" VALUES (4, '2026-11-22T09:31:54.860Z', 1, 'attendee.registered', 1);
INSERT INTO "audit_log" VALUES (5, '2026-11-22T09:31:54.874Z', 1, 'attendee.registered', 2);
INSERT INTO "audit_log" VALUES (6, '2026-11-22T09:31:54.883Z', 1, 'attendee.registered', 3);
INSERT INTO "audit_log" VALUES (7, '2026-11-22T09:31:54.971Z', 1, 'user.created', 2);
INSERT INTO "audit_log" VALUES (8, '2026-11-22T09:31:54.991Z', 1, 'attendees.imported', 1);
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
INSERT INTO "issued_invoice_numbers" VALUES ('INV-Y5DW-RS43');
INSERT INTO "issued_invoice_numbers" VALUES ('INV-PJG9-RH8R');
INSERT INTO "issued_invoice_numbers" VALUES ('INV-BEE7-MKVP');
INSERT INTO "issued_invoice_numbers" VALUES ('INV-ZCZ2-RK8Z');
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
INSERT INTO "scan_log" VALUES (1, 1, 1, 1, 'Front door', 'admitted', 'DL1.1.7Q73NZTZBB7VKYEQAA249635FF', '2026-11-22T09:31:54.888Z', 1, '2026-11-22T09:31:54.888Z', NULL);
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
INSERT INTO "users" VALUES (1, 'admin', 'admin', 'Administrator', 'super_admin', '$argon2id$v=19$m=47104,t=1,p=1$grPY55eVrjNlMh/FqWzL8g$cnUcD6JIFlpRR+r81V+p4Q5Ijgt+2LZqkurhgH/fpE4', 0, 1, '2026-11-22T09:31:54.417Z', '2026-11-22T09:31:54.672Z', 1, '2026-11-22T09:31:54.417Z', NULL);
INSERT INTO "users" VALUES (2, 'olive', 'olive', 'Olive Organizer', 'organizer', '$argon2id$v=19$m=47104,t=1,p=1$O7izvUBmpz0I5GADVSqZ6Q$g73+CjLqkuoc6ARCTxEui2PfizEf41PWffFhEMryUmQ', 1, 1, '2026-11-22T09:31:54.970Z', NULL, 1, '2026-11-22T09:31:54.970Z', 1);
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
INSERT INTO "events" VALUES (1, 'Spring Gala', '2026-11-20', '19:30', 4500, 1, '2026-11-22T09:31:54.837Z', '2026-11-22T09:31:54.837Z', 1);
CREATE TABLE sessions (
	token_hash VARCHAR(64) NOT NULL, 
	user_id INTEGER NOT NULL, 
	created_at VARCHAR(24) NOT NULL, 
	expires_at VARCHAR(24) NOT NULL, 
	CONSTRAINT pk_sessions PRIMARY KEY (token_hash), 
	CONSTRAINT fk_sessions_user_id_users FOREIGN KEY(user_id) REFERENCES users (id) ON DELETE CASCADE
);
INSERT INTO "sessions" VALUES ('c222c03113b1ab614f10fec518a9acbd00fa77948945f3cd3cdcd83b1fb783c9', 1, '2026-11-22T09:31:54.672Z', '2026-11-22T17:31:54.672Z');
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
	updated_by INTEGER, 
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
INSERT INTO "attendees" VALUES (1, 1, 'Ada Lovelace', '0491 570 006', 7, 'paid', 'paid', 'paid', 4500, 'INV-Y5DW-RS43', 'DL1.1.7Q73NZTZBB7VKYEQAA249635FF', 1, '2026-11-22T09:31:54.888Z', 1, 1, 'ada lovelace
0491 570 006
0491570006
inv-y5dw-rs43', NULL, 1, '2026-11-22T09:31:54.857Z', '2026-11-22T09:31:54.857Z', 1);
INSERT INTO "attendees" VALUES (2, 1, 'Zoë Ångström', '0491 570 156', 8, 'unpaid', 'unpaid', 'owed', NULL, 'INV-PJG9-RH8R', 'DL1.1.0MBTP04J3AMVDZKZMQJ27SXGZ1', 0, NULL, NULL, 1, 'zoe angstrom
0491 570 156
0491570156
inv-pjg9-rh8r', NULL, 1, '2026-11-22T09:31:54.872Z', '2026-11-22T09:31:54.872Z', 1);
INSERT INTO "attendees" VALUES (3, 1, 'Charles Babbage', '0491 570 157', 7, '50%', '50%', 'owed', NULL, 'INV-BEE7-MKVP', 'DL1.1.5Y4TEVMEZDNHFSNF6RKV4PH3AZ', 0, NULL, NULL, 1, 'charles babbage
0491 570 157
0491570157
inv-bee7-mkvp', NULL, 1, '2026-11-22T09:31:54.882Z', '2026-11-22T09:31:54.882Z', 1);
INSERT INTO "attendees" VALUES (4, 1, 'Grace Hopper', '0491 570 158', 9, 'paid', 'paid', 'paid', 4500, 'INV-ZCZ2-RK8Z', 'DL1.1.7ET9F9VVM745A3B8KWWX17VPNA', 0, NULL, NULL, 1, 'grace hopper
0491 570 158
0491570158
inv-zcz2-rk8z', NULL, 1, '2026-11-22T09:31:54.990Z', '2026-11-22T09:31:54.990Z', 1);
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence VALUES ('users', 2);
INSERT INTO sqlite_sequence VALUES ('audit_log', 8);
INSERT INTO sqlite_sequence VALUES ('failed_sign_ins', 1);
INSERT INTO sqlite_sequence VALUES ('events', 1);
INSERT INTO sqlite_sequence VALUES ('attendees', 4);
INSERT INTO sqlite_sequence VALUES ('scan_log', 1);
CREATE INDEX ix_failed_sign_ins_account_hash_address ON failed_sign_ins (account_hash, address);
CREATE INDEX ix_failed_sign_ins_address ON failed_sign_ins (address);
CREATE INDEX ix_failed_sign_ins_failed_at ON failed_sign_ins (failed_at);
CREATE INDEX ix_scan_log_attendee_id ON scan_log (attendee_id);
CREATE INDEX ix_events_date_time_id ON events (date, time, id);
CREATE INDEX ix_sessions_expires_at ON sessions (expires_at);
CREATE INDEX ix_sessions_user_id ON sessions (user_id);
CREATE INDEX ix_attendees_event_id_id ON attendees (event_id, id);
COMMIT;
