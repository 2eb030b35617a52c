PRAGMA writable_schema = ON;
BEGIN;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES ('0017');
CREATE TABLE failed_sign_ins (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	account_hash VARCHAR(64) NOT NULL, 
	address VARCHAR(64) NOT NULL, 
	failed_at VARCHAR(24) NOT NULL
, device VARCHAR(24));
INSERT INTO "failed_sign_ins" VALUES (3, '8c6976e5b5410415bde908bd4dee15dfb167a9c873fc4bb8a81f6f2ab448a918', 'testclient', '2026-11-23T07:02:05.392Z', 'a53297afe9fdf6f894f54d5e');
CREATE TABLE issued_invoice_numbers (
	number VARCHAR(40) NOT NULL, 
	CONSTRAINT pk_issued_invoice_numbers PRIMARY KEY (number)
);
INSERT INTO "issued_invoice_numbers" VALUES ('INV-AVK4-EKCS');
INSERT INTO "issued_invoice_numbers" VALUES ('INV-AHYH-SHC4');
INSERT INTO "issued_invoice_numbers" VALUES ('INV-3ERZ-GK37');
INSERT INTO "issued_invoice_numbers" VALUES ('INV-9VM7-V63H');
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
	idempotency_key CHAR(32), received_at VARCHAR(24), grant_id INTEGER, sequence INTEGER, shown VARCHAR(20), certainty VARCHAR(20), list_as_of VARCHAR(24), clock_error INTEGER, about_key CHAR(32), 
	CONSTRAINT uq_scan_log_idempotency_key UNIQUE (idempotency_key)
);
INSERT INTO "scan_log" VALUES (1, 1, 1, 1, 'Front door', 'admitted', 'DL1.1.3W3V9KG228H7GN0BT5SK2KVP29', '2026-11-23T07:02:05.301Z', 1, '2026-11-23T07:02:05.301Z', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
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
	updated_by INTEGER, device_key VARCHAR(64), 
	CONSTRAINT fk_users_updated_by_users FOREIGN KEY(updated_by) REFERENCES users (id) ON DELETE SET NULL, 
	CONSTRAINT uq_users_username_folded UNIQUE (username_folded)
);
INSERT INTO "users" VALUES (1, 'admin', 'admin', 'Administrator', 'super_admin', '$argon2id$v=19$m=47104,t=1,p=1$DjSw0HyxxdcNilyW8GQ8Lg$k9mj7XSZ4e1smxi6EOh+1bgl66MqVNTRsuSk/Vi3SxQ', 0, 1, '2026-11-23T07:02:04.934Z', '2026-11-23T07:02:05.039Z', 1, '2026-11-23T07:02:04.934Z', NULL, '22391911a1e4bea45de30d33d01783e247f8d52fd04c2b4019039a31d2894348');
INSERT INTO "users" VALUES (2, 'olive', 'olive', 'Olive Organizer', 'organizer', '$argon2id$v=19$m=47104,t=1,p=1$ePkcJzvVMZ50fZSekw7nBg$JHiHdLFJlG0u+jRgGP+BJPtMKJ5XS3hSXntPu0yjKOw', 1, 1, '2026-11-23T07:02:05.359Z', NULL, 1, '2026-11-23T07:02:05.359Z', 1, NULL);
CREATE TABLE events (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	name VARCHAR(200) NOT NULL, 
	date VARCHAR(10) NOT NULL, 
	time VARCHAR(5), 
	ticket_price_cents INTEGER, 
	version INTEGER NOT NULL, 
	created_at VARCHAR(24) NOT NULL, 
	updated_at VARCHAR(24) NOT NULL, 
	updated_by INTEGER, creation_key CHAR(32), capacity INTEGER, 
	CONSTRAINT fk_events_updated_by_users FOREIGN KEY(updated_by) REFERENCES users (id) ON DELETE SET NULL
);
INSERT INTO "events" VALUES (1, 'Spring Gala', '2026-11-20', '19:30', 4500, 1, '2026-11-23T07:02:05.203Z', '2026-11-23T07:02:05.203Z', 1, NULL, NULL);
CREATE TABLE sessions (
	token_hash VARCHAR(64) NOT NULL, 
	user_id INTEGER NOT NULL, 
	created_at VARCHAR(24) NOT NULL, 
	expires_at VARCHAR(24) NOT NULL, device VARCHAR(60), address VARCHAR(45), last_used_at VARCHAR(24), 
	CONSTRAINT pk_sessions PRIMARY KEY (token_hash), 
	CONSTRAINT fk_sessions_user_id_users FOREIGN KEY(user_id) REFERENCES users (id) ON DELETE CASCADE
);
INSERT INTO "sessions" VALUES ('aadfeb8c0934681a14fe883323932f2ceef47058bd0ac5e2e066b6738f66506e', 1, '2026-11-23T07:02:05.039Z', '2026-11-23T15:02:05.039Z', NULL, 'unknown', '2026-11-23T07:02:05.170Z');
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
	updated_by INTEGER, import_id INTEGER, qr_hash VARCHAR(22) NOT NULL, notes VARCHAR(500), name_key VARCHAR(100) NOT NULL, last_name_key VARCHAR(100) NOT NULL, 
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
INSERT INTO "attendees" VALUES (1, 1, 'Ada Lovelace', '0491 570 006', 7, 'paid', 'paid', 'paid', 4500, 'INV-AVK4-EKCS', 'DL1.1.3W3V9KG228H7GN0BT5SK2KVP29', 1, '2026-11-23T07:02:05.301Z', 1, 1, ' ada lovelace 
0491570006
invavk4ekcs', NULL, 1, '2026-11-23T07:02:05.264Z', '2026-11-23T07:02:05.264Z', 1, NULL, 'lgEFghEUrBHUK5VAG56jNg', NULL, 'ada lovelace', 'lovelace ada lovelace');
INSERT INTO "attendees" VALUES (2, 1, 'Zoë Ångström', '0491 570 156', 8, 'unpaid', 'unpaid', 'owed', NULL, 'INV-AHYH-SHC4', 'DL1.1.5QXYKMCJY6SX552RD3HAVMPH30', 0, NULL, NULL, 1, ' zoe angstrom 
0491570156
invahyhshc4', NULL, 1, '2026-11-23T07:02:05.281Z', '2026-11-23T07:02:05.281Z', 1, NULL, 'aKojHWNhTY81DMnARTv9Fw', NULL, 'zoe angstrom', 'angstrom zoe angstrom');
INSERT INTO "attendees" VALUES (3, 1, 'Charles Babbage', '0491 570 157', 7, '50%', '50%', 'owed', NULL, 'INV-3ERZ-GK37', 'DL1.1.1STM08F1Q0T1R6BT8AMDG25T6T', 0, NULL, NULL, 1, ' charles babbage 
0491570157
inv3erzgk37', NULL, 1, '2026-11-23T07:02:05.292Z', '2026-11-23T07:02:05.292Z', 1, NULL, 'EzQKGmLxas8rulhI9PF_HA', NULL, 'charles babbage', 'babbage charles babbage');
INSERT INTO "attendees" VALUES (4, 1, 'Grace Hopper', '0491 570 158', 9, 'paid', 'paid', 'paid', 4500, 'INV-9VM7-V63H', 'DL1.1.3XCW2W06PZYC3EQQEK7DXNJFMP', 0, NULL, NULL, 1, ' grace hopper 
0491570158
inv9vm7v63h', NULL, 1, '2026-11-23T07:02:05.380Z', '2026-11-23T07:02:05.380Z', 1, 1, '_P8PWqdK4vT1e5SvrFY3HQ', NULL, 'grace hopper', 'hopper grace hopper');
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
INSERT INTO "imports" VALUES (1, 1, 1, '', 'done', 1, 1, 1, 1, 0, 0, NULL, '2026-11-23T07:02:05.374Z', '2026-11-23T07:02:05.380Z');
CREATE TABLE 'attendee_search_data'(id INTEGER PRIMARY KEY, block BLOB);
INSERT INTO "attendee_search_data" VALUES (1, X'04810F040908');
INSERT INTO "attendee_search_data" VALUES (10, X'00000000FF00000101040400040101010101000001020101020200000103010103030000010401010404000001');
INSERT INTO "attendee_search_data" VALUES (137438953473, X'0000012E04300A30340102100202696E01021B0103200A3001020F0202616401020202026C6F0102060103303030010217030136010218020234390102110202360A010219010331353701021401033439310102120202656B01022201033537300102150103360A6901021A0103373030010216010339313501021301033A313A0106010102010361206C0102050202636501020C0202646101020302026964010C0102030103030202766B01021F010363652001020D0103646120010204010365200A01020E02026B6301022302026C6101020A0103696E7601021C01036B34650102210202637301022401036C616301020B02026F7601020701036E766101021D01036F76650102080103706169010C010202010302010376617601021E0202656C01020902026B3401022004080708070708060707080807080808080A0807070C070808080707080807080708080D0807');
INSERT INTO "attendee_search_data" VALUES (274877906945, X'0000015204300A30340202100202696E02021B0103200A3002020F0202616E02020602027A6F02020201033031350202170202343902021101033135360202180301370202140103343931020212010335360A020219020237300202150103360A6902021A0103373031020216010339313502021301033A313A0206010102010361687902021F02026964020601020502026E6702020701036520610202050103677374020209010368633402022402027368020222020279680202200103696E7602021C01036D200A02020E01036E67730202080202706102060102030202766102021D01036F652002020402026D2002020D020277650206010302010370616902060102040103726F6D02020C01037368630202230202747202020A010374726F02020B0103756E700206010202010376616802021E01037765640206010303010379687302022101037A6F65020203040807080707080708060808070808080A080907080808070708080809070807090A080807080A080A08');
INSERT INTO "attendee_search_data" VALUES (412316860417, X'0000014404300A30340302130202696E03021E0103200A300302120202626103020A02026368030202010330313503021A0202343903021401033135370304170601033365720302220103343931030215010335302503060102020202370A03021C0301300302180103370A6903021D02023031030219010339313503021601033A313A0306010102010361626203020C0202676503020F0202726C030205010362616203020B03016703020E0202626103020D0103636861030203010365200A0302110202727A03022302027320030208010367652003021002026B3303022601036861720302040103696E7603021F01036B333703022701036C657303020701036E763303022001036F776503060103020103726C6503020602027A67030224010373206203020901037633650302210103776564030601030301037A676B03022504080708070708070908080A07060807080A08070708060708080707080708080808080A080708080A');
INSERT INTO "attendee_search_data" VALUES (549755813889, X'0000013004300A30340402100202696E04021B0103200A3004020F020267720402020202686F0402080103303135040217020234390402110103313537040214030138040218010334393104021201033537300402150202380A04021901033633680402240103373031040216020276360402220103380A6904021A01033931350402130202766D04021F01033A313A0406010102010361636504020502026964040C010203010303010363652004020601036520680402070202722004020D01036772610402030103686F700402090103696E7604021C01036D377604022101036E763904021D01036F707004020A0103706169040C0102020103020202657204020C0202706504020B010372200A04020E0202616304020401037636330402230202397604021E02026D37040220040807080707080708060808070808070808070A080C0808070808080808080D070708070807');
CREATE TABLE 'attendee_search_idx'(segid, term, pgno, PRIMARY KEY(segid, term)) WITHOUT ROWID;
INSERT INTO "attendee_search_idx" VALUES (1, X'', 2);
INSERT INTO "attendee_search_idx" VALUES (2, X'', 2);
INSERT INTO "attendee_search_idx" VALUES (3, X'', 2);
INSERT INTO "attendee_search_idx" VALUES (4, X'', 2);
CREATE TABLE 'attendee_search_docsize'(id INTEGER PRIMARY KEY, sz BLOB, origin INTEGER);
INSERT INTO "attendee_search_docsize" VALUES (1, X'23010202', 1);
INSERT INTO "attendee_search_docsize" VALUES (2, X'23010402', 2);
INSERT INTO "attendee_search_docsize" VALUES (3, X'26010102', 3);
INSERT INTO "attendee_search_docsize" VALUES (4, X'23010202', 4);
CREATE TABLE 'attendee_search_config'(k PRIMARY KEY, v) WITHOUT ROWID;
INSERT INTO "attendee_search_config" VALUES ('automerge', 8);
INSERT INTO "attendee_search_config" VALUES ('deletemerge', 101);
INSERT INTO "attendee_search_config" VALUES ('version', 4);
CREATE TABLE attendee_search_paused (is_paused BOOLEAN NOT NULL);
CREATE TABLE history (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	at VARCHAR(24) NOT NULL, 
	user_id INTEGER, 
	address VARCHAR(45), 
	action VARCHAR(40) NOT NULL, 
	subject VARCHAR(20) NOT NULL, 
	subject_id INTEGER, 
	event_id INTEGER, 
	"before" JSON, 
	"after" JSON
);
INSERT INTO "history" VALUES (1, '2026-11-23T07:02:04.937Z', NULL, NULL, 'user.created', 'user', 1, NULL, NULL, '{"username": "admin", "fullName": "Administrator", "role": "super_admin"}');
INSERT INTO "history" VALUES (2, '2026-11-23T07:02:05.041Z', 1, 'unknown', 'user.signed_in', 'user', 1, NULL, NULL, NULL);
INSERT INTO "history" VALUES (3, '2026-11-23T07:02:05.170Z', 1, 'unknown', 'user.password_changed', 'user', 1, NULL, NULL, NULL);
INSERT INTO "history" VALUES (4, '2026-11-23T07:02:05.205Z', 1, 'unknown', 'event.created', 'event', 1, 1, NULL, '{"name": "Spring Gala", "date": "2026-11-20", "time": "19:30", "ticketPriceCents": 4500, "capacity": null}');
INSERT INTO "history" VALUES (5, '2026-11-23T07:02:05.271Z', 1, 'unknown', 'attendee.registered', 'attendee', 1, 1, NULL, '{"tableNumber": 7, "paymentStatus": "paid", "amountPaidCents": 4500, "invoiceNumber": "INV-AVK4-EKCS"}');
INSERT INTO "history" VALUES (6, '2026-11-23T07:02:05.284Z', 1, 'unknown', 'attendee.registered', 'attendee', 2, 1, NULL, '{"tableNumber": 8, "paymentStatus": "unpaid", "amountPaidCents": null, "invoiceNumber": "INV-AHYH-SHC4"}');
INSERT INTO "history" VALUES (7, '2026-11-23T07:02:05.293Z', 1, 'unknown', 'attendee.registered', 'attendee', 3, 1, NULL, '{"tableNumber": 7, "paymentStatus": "50%", "amountPaidCents": null, "invoiceNumber": "INV-3ERZ-GK37"}');
INSERT INTO "history" VALUES (8, '2026-11-23T07:02:05.360Z', 1, 'unknown', 'user.created', 'user', 2, NULL, NULL, '{"username": "olive", "fullName": "Olive Organizer", "role": "organizer"}');
INSERT INTO "history" VALUES (9, '2026-11-23T07:02:05.376Z', 1, 'unknown', 'import.started', 'import', 1, 1, NULL, '{"fileName": "", "imported": 1, "errors": 0, "duplicates": 0}');
INSERT INTO "history" VALUES (10, '2026-11-23T07:02:05.444Z', NULL, 'unknown', 'user.sign_in_refused', 'user', 1, NULL, NULL, NULL);
CREATE TABLE history_attendees (
	attendee_id INTEGER NOT NULL, 
	entry_id INTEGER NOT NULL, 
	CONSTRAINT pk_history_attendees PRIMARY KEY (attendee_id, entry_id)
)
 WITHOUT ROWID

;
INSERT INTO "history_attendees" VALUES (4, 9);
CREATE TABLE door_grants (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	secret_hash VARCHAR(64) NOT NULL, 
	user_id INTEGER NOT NULL, 
	event_id INTEGER NOT NULL, 
	device VARCHAR(100), 
	created_at VARCHAR(24) NOT NULL, 
	makes_until VARCHAR(24) NOT NULL, 
	delivers_until VARCHAR(24) NOT NULL, 
	last_contact_at VARCHAR(24) NOT NULL, 
	waiting INTEGER NOT NULL, 
	ended_at VARCHAR(24), 
	ended_by INTEGER, announced_sequence INTEGER, announced_at VARCHAR(24), unsent JSON, session VARCHAR(64), 
	CONSTRAINT fk_door_grants_user_id_users FOREIGN KEY(user_id) REFERENCES users (id) ON DELETE CASCADE, 
	CONSTRAINT fk_door_grants_event_id_events FOREIGN KEY(event_id) REFERENCES events (id) ON DELETE CASCADE, 
	CONSTRAINT fk_door_grants_ended_by_users FOREIGN KEY(ended_by) REFERENCES users (id) ON DELETE SET NULL, 
	CONSTRAINT uq_door_grants_secret_hash UNIQUE (secret_hash)
);
CREATE TABLE door_conflicts (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	kind VARCHAR(20) NOT NULL, 
	event_id INTEGER, 
	attendee_id INTEGER, 
	named VARCHAR(120), 
	grant_id INTEGER, 
	log_ids JSON NOT NULL, 
	at VARCHAR(24) NOT NULL, 
	state VARCHAR(10) NOT NULL, 
	note VARCHAR(500), 
	decided_by INTEGER, 
	decided_at VARCHAR(24), 
	version INTEGER NOT NULL, 
	created_at VARCHAR(24) NOT NULL
);
CREATE TABLE lineage (
	id INTEGER NOT NULL, 
	epoch CHAR(32) NOT NULL, 
	restored CHAR(32) NOT NULL, 
	log_from INTEGER NOT NULL, 
	CONSTRAINT pk_lineage PRIMARY KEY (id)
);
INSERT INTO "lineage" VALUES (1, 'ca1a530ffdc94d6287e95317a9cd87ce', '38fa5810403a480486ac52d62b04b592', 0);
CREATE TABLE second_factors (
	user_id INTEGER NOT NULL, 
	secret VARCHAR(64) NOT NULL, 
	created_at VARCHAR(24) NOT NULL, 
	confirmed_at VARCHAR(24), 
	last_step INTEGER NOT NULL, 
	CONSTRAINT pk_second_factors PRIMARY KEY (user_id), 
	CONSTRAINT fk_second_factors_user_id_users FOREIGN KEY(user_id) REFERENCES users (id) ON DELETE CASCADE
);
CREATE TABLE recovery_codes (
	user_id INTEGER NOT NULL, 
	code_hash VARCHAR(64) NOT NULL, 
	CONSTRAINT pk_recovery_codes PRIMARY KEY (user_id, code_hash), 
	CONSTRAINT fk_recovery_codes_user_id_users FOREIGN KEY(user_id) REFERENCES users (id) ON DELETE CASCADE
);
CREATE TABLE required_second_factors (
	role VARCHAR(20) NOT NULL, 
	CONSTRAINT pk_required_second_factors PRIMARY KEY (role)
);
INSERT INTO sqlite_schema (type, name, tbl_name, rootpage, sql) VALUES ('table', 'attendee_search', 'attendee_search', 0, 'CREATE VIRTUAL TABLE attendee_search USING fts5 (
        search_text, event, payment, payment_group,
        content='''', contentless_delete=1, tokenize=''trigram case_sensitive 1''
    )');
DELETE FROM sqlite_sequence;
INSERT INTO "sqlite_sequence" VALUES ('history', 10);
INSERT INTO "sqlite_sequence" VALUES ('users', 2);
INSERT INTO "sqlite_sequence" VALUES ('failed_sign_ins', 3);
INSERT INTO "sqlite_sequence" VALUES ('events', 1);
INSERT INTO "sqlite_sequence" VALUES ('attendees', 4);
INSERT INTO "sqlite_sequence" VALUES ('scan_log', 1);
INSERT INTO "sqlite_sequence" VALUES ('imports', 1);
CREATE INDEX ix_failed_sign_ins_account_hash_address ON failed_sign_ins (account_hash, address);
CREATE INDEX ix_failed_sign_ins_address ON failed_sign_ins (address);
CREATE INDEX ix_failed_sign_ins_failed_at ON failed_sign_ins (failed_at);
CREATE INDEX ix_scan_log_attendee_id ON scan_log (attendee_id);
CREATE INDEX ix_events_date_time_id ON events (date, time, id);
CREATE INDEX ix_sessions_expires_at ON sessions (expires_at);
CREATE INDEX ix_sessions_user_id ON sessions (user_id);
CREATE INDEX ix_attendees_event_id_id ON attendees (event_id, id);
CREATE INDEX ix_attendees_import_id ON attendees (import_id) WHERE import_id IS NOT NULL;
CREATE UNIQUE INDEX ix_events_creation_key ON events (creation_key);
CREATE INDEX ix_history_at_id ON history (at, id);
CREATE INDEX ix_history_subject_at_id ON history (subject, at, id);
CREATE INDEX ix_history_user_id_at_id ON history (user_id, at, id);
CREATE INDEX ix_history_user_id_subject_at_id ON history (user_id, subject, at, id);
CREATE INDEX ix_history_subject_subject_id_at_id ON history (subject, subject_id, at, id);
CREATE INDEX ix_door_grants_user_id ON door_grants (user_id);
CREATE INDEX ix_door_grants_event_id ON door_grants (event_id);
CREATE INDEX ix_door_grants_delivers_until ON door_grants (delivers_until);
CREATE INDEX ix_attendees_qr_hash ON attendees (qr_hash);
CREATE INDEX ix_door_conflicts_state_at_id ON door_conflicts (state, at, id);
CREATE INDEX ix_door_conflicts_event_id_at_id ON door_conflicts (event_id, at, id);
CREATE INDEX ix_door_conflicts_attendee_id ON door_conflicts (attendee_id);
CREATE INDEX ix_attendees_name_key ON attendees (name_key, id, event_id);
CREATE INDEX ix_attendees_last_name_key ON attendees (last_name_key, id, event_id);
CREATE INDEX ix_attendees_table_number ON attendees (table_number, id, event_id);
CREATE INDEX ix_scan_log_event_id_scanned_at ON scan_log (event_id, scanned_at, outcome, device);
CREATE INDEX ix_history_json_restores ON history (id) WHERE action = 'backup.file_restored';
CREATE INDEX ix_history_attendees_entry_id ON history_attendees (entry_id);
CREATE TRIGGER attendee_search_added AFTER INSERT ON attendees
    WHEN NOT EXISTS (SELECT 1 FROM attendee_search_paused)
    BEGIN
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
CREATE TRIGGER attendee_search_changed
    AFTER UPDATE OF id, event_id, search_text, payment_folded, payment_group ON attendees
    WHEN (old.id, old.event_id, old.search_text, old.payment_folded, old.payment_group)
        IS NOT (new.id, new.event_id, new.search_text, new.payment_folded, new.payment_group)
    BEGIN
        DELETE FROM attendee_search WHERE rowid = old.id;
        INSERT INTO attendee_search (rowid, search_text, event, payment, payment_group)
        VALUES (new.id, new.search_text, ':' || new.event_id || ':', new.payment_folded, new.payment_group);
    END;
COMMIT;
