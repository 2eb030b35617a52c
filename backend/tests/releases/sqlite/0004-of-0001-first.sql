PRAGMA writable_schema = ON;
BEGIN;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES ('0004');
CREATE TABLE audit_log (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	at VARCHAR(24) NOT NULL, 
	user_id INTEGER, 
	action VARCHAR(40) NOT NULL, 
	row_id INTEGER NOT NULL
);
INSERT INTO "audit_log" VALUES (1, '2026-11-22T09:31:39.427Z', NULL, 'user.created', 1);
INSERT INTO "audit_log" VALUES (2, '2026-11-22T09:31:40.526Z', 1, 'user.password_changed', 1);
INSERT INTO "audit_log" VALUES (3, '2026-11-22T09:31:40.575Z', 1, 'event.created', 1);
INSERT INTO "audit_log" VALUES (4, '2026-11-22T09:31:40.621Z', 1, 'attendee.registered', 1);
INSERT INTO "audit_log" VALUES (5, '2026-11-22T09:31:40.655Z', 1, 'attendee.registered', 2);
INSERT INTO "audit_log" VALUES (6, '2026-11-22T09:31:40.670Z', 1, 'attendee.registered', 3);
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
INSERT INTO "issued_invoice_numbers" VALUES ('INV-CATE-H5WF');
INSERT INTO "issued_invoice_numbers" VALUES ('INV-TFCX-AWF9');
INSERT INTO "issued_invoice_numbers" VALUES ('INV-7MWM-MYZF');
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
INSERT INTO "scan_log" VALUES (1, 1, 1, 1, 'Front door', 'admitted', 'DL1.1.7HN967ZK729KEH2CGJ50330QEB', '2026-11-22T09:31:40.696Z', 1, '2026-11-22T09:31:40.696Z', NULL);
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
	CONSTRAINT uq_users_username_folded UNIQUE (username_folded)
);
INSERT INTO "users" VALUES (1, 'admin', 'admin', 'Administrator', 'super_admin', '$argon2id$v=19$m=47104,t=1,p=1$OBvurlaHj43c1lr6BShG/A$0i7nS5HJhmQ43Nxt8r9x5O+2LBD4dopOXHQA33ToppA', 0, 1, '2026-11-22T09:31:39.410Z', '2026-11-22T09:31:40.171Z', 1);
CREATE TABLE events (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	name VARCHAR(200) NOT NULL, 
	date VARCHAR(10) NOT NULL, 
	time VARCHAR(5), 
	ticket_price_cents INTEGER, 
	version INTEGER NOT NULL, 
	created_at VARCHAR(24) NOT NULL, 
	updated_at VARCHAR(24) NOT NULL, 
	updated_by INTEGER, creation_key CHAR(32), 
	CONSTRAINT fk_events_updated_by_users FOREIGN KEY(updated_by) REFERENCES users (id) ON DELETE SET NULL
);
INSERT INTO "events" VALUES (1, 'Spring Gala', '2026-11-20', '19:30', 4500, 1, '2026-11-22T09:31:40.573Z', '2026-11-22T09:31:40.573Z', 1, NULL);
CREATE TABLE sessions (
	token_hash VARCHAR(64) NOT NULL, 
	user_id INTEGER NOT NULL, 
	created_at VARCHAR(24) NOT NULL, 
	expires_at VARCHAR(24) NOT NULL, 
	CONSTRAINT pk_sessions PRIMARY KEY (token_hash), 
	CONSTRAINT fk_sessions_user_id_users FOREIGN KEY(user_id) REFERENCES users (id) ON DELETE CASCADE
);
INSERT INTO "sessions" VALUES ('ba6b83b73f2ebe9ef3622230c42147ef51ef63b28905fac91b80a18178a67151', 1, '2026-11-22T09:31:40.526Z', '2026-11-22T17:31:40.526Z');
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
	CONSTRAINT ck_attendees_ck_attendees_attended_at CHECK (attended = (attended_at IS NOT NULL)), 
	CONSTRAINT ck_attendees_ck_attendees_table_number CHECK (table_number >= 0), 
	CONSTRAINT fk_attendees_event_id_events FOREIGN KEY(event_id) REFERENCES events (id) ON DELETE CASCADE, 
	CONSTRAINT fk_attendees_scanned_by_users FOREIGN KEY(scanned_by) REFERENCES users (id) ON DELETE SET NULL, 
	CONSTRAINT fk_attendees_sold_by_users FOREIGN KEY(sold_by) REFERENCES users (id) ON DELETE SET NULL, 
	CONSTRAINT fk_attendees_updated_by_users FOREIGN KEY(updated_by) REFERENCES users (id) ON DELETE SET NULL, 
	CONSTRAINT uq_attendees_invoice_number UNIQUE (invoice_number), 
	CONSTRAINT uq_attendees_qr_code_data UNIQUE (qr_code_data), 
	CONSTRAINT uq_attendees_registration_key UNIQUE (registration_key)
);
INSERT INTO "attendees" VALUES (1, 1, 'Ada Lovelace', '0491 570 006', 7, 'paid', 'paid', 'paid', 4500, 'INV-CATE-H5WF', 'DL1.1.7HN967ZK729KEH2CGJ50330QEB', 1, '2026-11-22T09:31:40.696Z', 1, 1, 'ada lovelace
0491 570 006
0491570006
inv-cate-h5wf', NULL, 1, '2026-11-22T09:31:40.614Z', '2026-11-22T09:31:40.614Z', 1, NULL);
INSERT INTO "attendees" VALUES (2, 1, 'Zoë Ångström', '0491 570 156', 8, 'unpaid', 'unpaid', 'owed', NULL, 'INV-TFCX-AWF9', 'DL1.1.3M2ZK38TDKD53JY4208XFQNZGN', 0, NULL, NULL, 1, 'zoe angstrom
0491 570 156
0491570156
inv-tfcx-awf9', NULL, 1, '2026-11-22T09:31:40.654Z', '2026-11-22T09:31:40.654Z', 1, NULL);
INSERT INTO "attendees" VALUES (3, 1, 'Charles Babbage', '0491 570 157', 7, '50%', '50%', 'owed', NULL, 'INV-7MWM-MYZF', 'DL1.1.5Z9EKMRJX470D3M7X1E5FY5CBA', 0, NULL, NULL, 1, 'charles babbage
0491 570 157
0491570157
inv-7mwm-myzf', NULL, 1, '2026-11-22T09:31:40.669Z', '2026-11-22T09:31:40.669Z', 1, NULL);
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
INSERT INTO sqlite_schema (type, name, tbl_name, rootpage, sql) VALUES ('table', 'attendee_search', 'attendee_search', 0, 'CREATE VIRTUAL TABLE attendee_search USING fts5 (
        search_text, event, payment, payment_group,
        content='''', contentless_delete=1, tokenize=''trigram case_sensitive 1''
    )');
CREATE TABLE 'attendee_search_data'(id INTEGER PRIMARY KEY, block BLOB);
INSERT INTO "attendee_search_data" VALUES (1, X'038113030706');
INSERT INTO "attendee_search_data" VALUES (10, X'00000002FF00000101010100010101010101000003');
INSERT INTO "attendee_search_data" VALUES (137438953473, X'0000039504300A303401040E0F01040E0F0104110F0202696E01022601022601022901032030300102170202313502021701021A020235370102130102130102160202616E0202050202626103020902026C6F01020501032D376D03022D0202617702022F0202636101022A0202683501022F02026D790302320202746602022A0103302030010216030131020216010219020230300102220301360104180D020231350202220102250202343901040F0F01040F0F0104120F0202360A0104190D0103312035010212010212010215020235360204180D03013701021F01021F01061B090601033439310104100F0104100F0104130F010335302503060102020202360A0204190D0202370A03041C0D0301300104140E0104140E0104170E020277660102310103360A3001021A01021A0301690102250102250103370A3003021D0301690302280202302001021501021501021803013001022103013102022101022402026D7703022E010339312001021101021101021403013501021E01021E01022101033A313A010601010201060101020106010102010361206C0102040202626203020B0202636501020B020264610102020202676503020E02026964010C010203010303010601020502026E670202060202726C0302040202746501022C02027766020230010362616203020A03016703020D0202626103020C010363617401022B0202650A01020C020268610302020202782D02022D01036461200102030103650A3001020D0202100202206102020402022D6801022E02026C6101020902027320030207010366637802022C010367650A03020F020273740202080103683577010230020261720302030103696E7601022701022701022A01036C616301020A0202657303020602026F7601020601036D0A3002020D02022D6D0302310202776D03022F0202797A03023301036E67730202070202706102060102030202762D01022801022801022B01036F652002020302026D0A02020C0202766501020702027765020601030201060103020103706169010C01020201030201060102040103726C6503020502026F6D02020B010373206203020802027472020209010374652D01022D0202666302022B0202726F02020A0103756E7002060102020103762D3703022C0301630102290301740202290202656C0102080103776564020601030301060103030202663902023102026D2D0302300103782D6102022E0103797A6603023401037A6F6502020204110D080A0D070707080707070707080907070A10080E080E110A08080F070B0908060D0609070E0C140807070707110707070708060708070707080B0707070708080708070E0807070807070708090D0807070E12080708070807070A080606070F07070808');
CREATE TABLE 'attendee_search_idx'(segid, term, pgno, PRIMARY KEY(segid, term)) WITHOUT ROWID;
INSERT INTO "attendee_search_idx" VALUES (1, X'', 2);
CREATE TABLE 'attendee_search_docsize'(id INTEGER PRIMARY KEY, sz BLOB, origin INTEGER);
INSERT INTO "attendee_search_docsize" VALUES (1, X'30010202', 1);
INSERT INTO "attendee_search_docsize" VALUES (2, X'30010402', 1);
INSERT INTO "attendee_search_docsize" VALUES (3, X'33010102', 1);
CREATE TABLE 'attendee_search_config'(k PRIMARY KEY, v) WITHOUT ROWID;
INSERT INTO "attendee_search_config" VALUES ('automerge', 8);
INSERT INTO "attendee_search_config" VALUES ('deletemerge', 101);
INSERT INTO "attendee_search_config" VALUES ('version', 4);
CREATE TABLE attendee_search_paused (is_paused BOOLEAN NOT NULL);
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence VALUES ('users', 1);
INSERT INTO sqlite_sequence VALUES ('audit_log', 6);
INSERT INTO sqlite_sequence VALUES ('failed_sign_ins', 1);
INSERT INTO sqlite_sequence VALUES ('events', 1);
INSERT INTO sqlite_sequence VALUES ('attendees', 3);
INSERT INTO sqlite_sequence VALUES ('scan_log', 1);
CREATE INDEX ix_failed_sign_ins_account_hash_address ON failed_sign_ins (account_hash, address);
CREATE INDEX ix_failed_sign_ins_address ON failed_sign_ins (address);
CREATE INDEX ix_failed_sign_ins_failed_at ON failed_sign_ins (failed_at);
CREATE INDEX ix_scan_log_attendee_id ON scan_log (attendee_id);
CREATE INDEX ix_events_date_time_id ON events (date, time, id);
CREATE INDEX ix_sessions_expires_at ON sessions (expires_at);
CREATE INDEX ix_sessions_user_id ON sessions (user_id);
CREATE INDEX ix_attendees_event_id_id ON attendees (event_id, id);
CREATE INDEX ix_attendees_import_id ON attendees (import_id) WHERE import_id IS NOT NULL;
CREATE TRIGGER attendee_search_added AFTER INSERT ON attendees
    WHEN NOT EXISTS (SELECT 1 FROM attendee_search_paused)
    BEGIN
        INSERT INTO attendee_search (rowid, search_text, event, payment, payment_group)
        VALUES (new.id, new.search_text, ':' || new.event_id || ':', new.payment_folded, new.payment_group);
    END;
CREATE TRIGGER attendee_search_changed
    AFTER UPDATE OF id, event_id, search_text, payment_folded, payment_group ON attendees
    WHEN (old.id, old.event_id, old.search_text, old.payment_folded, old.payment_group)
        IS NOT (new.id, new.event_id, new.search_text, new.payment_folded, new.payment_group)
    BEGIN
        DELETE FROM attendee_search WHERE rowid = old.id;
        INSERT INTO attendee_search (rowid, search_text, event, payment, payment_group)
        VALUES (new.id, new.search_text, ':' || new.event_id || ':', new.payment_folded, new.payment_group);
    END;
CREATE TRIGGER attendee_search_removed AFTER DELETE ON attendees
    WHEN NOT EXISTS (SELECT 1 FROM attendee_search_paused)
    BEGIN
        DELETE FROM attendee_search WHERE rowid = old.id;
    END;
CREATE TRIGGER attendee_search_event_goes BEFORE DELETE ON events
    BEGIN
        DELETE FROM attendee_search WHERE rowid IN (SELECT id FROM attendees WHERE event_id = old.id);
        INSERT INTO attendee_search_paused (is_paused) VALUES (1);
    END;
CREATE TRIGGER attendee_search_event_gone AFTER DELETE ON events
    BEGIN
        DELETE FROM attendee_search_paused;
    END;
CREATE UNIQUE INDEX ix_events_creation_key ON events (creation_key);
COMMIT;
