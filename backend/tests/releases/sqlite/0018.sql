PRAGMA writable_schema = ON;
BEGIN;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES ('0018');
CREATE TABLE failed_sign_ins (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	account_hash VARCHAR(64) NOT NULL, 
	address VARCHAR(64) NOT NULL, 
	failed_at VARCHAR(24) NOT NULL
, device VARCHAR(24));
INSERT INTO "failed_sign_ins" VALUES (3, '8c6976e5b5410415bde908bd4dee15dfb167a9c873fc4bb8a81f6f2ab448a918', 'testclient', '2026-11-23T13:01:06.609Z', '436bb1493fcc7d9fdf6d37e7');
CREATE TABLE issued_invoice_numbers (
	number VARCHAR(40) NOT NULL, 
	CONSTRAINT pk_issued_invoice_numbers PRIMARY KEY (number)
);
INSERT INTO "issued_invoice_numbers" VALUES ('INV-P67R-TMCV');
INSERT INTO "issued_invoice_numbers" VALUES ('INV-Q957-D2HD');
INSERT INTO "issued_invoice_numbers" VALUES ('INV-44EC-FE5D');
INSERT INTO "issued_invoice_numbers" VALUES ('INV-F592-KX9N');
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
	idempotency_key CHAR(32), received_at VARCHAR(24), grant_id INTEGER, sequence INTEGER, shown VARCHAR(20), certainty VARCHAR(20), list_as_of VARCHAR(24), clock_error INTEGER, about_key CHAR(32), helper VARCHAR(100), 
	CONSTRAINT uq_scan_log_idempotency_key UNIQUE (idempotency_key)
);
INSERT INTO "scan_log" VALUES (1, 1, 1, 1, 'Front door', 'admitted', 'DL1.1.2GE7FEX8E9FBV1JC2G0RTSTYAN', '2026-11-23T13:01:06.127Z', 1, '2026-11-23T13:01:06.127Z', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
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
INSERT INTO "users" VALUES (1, 'admin', 'admin', 'Administrator', 'super_admin', '$argon2id$v=19$m=47104,t=1,p=1$ad/1VejkmB+TPEt/XPqjXw$bZ7A4/osXZYVXOjGmLyvo4fCvuoj/08Bz76LOwk5pSk', 0, 1, '2026-11-23T13:01:04.894Z', '2026-11-23T13:01:05.502Z', 1, '2026-11-23T13:01:04.894Z', NULL, 'eba0567caa550228fc3724e5e83c549bf6675f06e9d2a00538dd398229531613');
INSERT INTO "users" VALUES (2, 'olive', 'olive', 'Olive Organizer', 'organizer', '$argon2id$v=19$m=47104,t=1,p=1$z5sNmA5kFVqRWAkVVKBcfQ$uJPavdRzzSonhy0ZaId1hik8Pq/e6IH1kxc7Y8Gk5SY', 1, 1, '2026-11-23T13:01:06.548Z', NULL, 1, '2026-11-23T13:01:06.548Z', 1, NULL);
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
INSERT INTO "events" VALUES (1, 'Spring Gala', '2026-11-20', '19:30', 4500, 1, '2026-11-23T13:01:05.992Z', '2026-11-23T13:01:05.992Z', 1, NULL, NULL);
CREATE TABLE sessions (
	token_hash VARCHAR(64) NOT NULL, 
	user_id INTEGER NOT NULL, 
	created_at VARCHAR(24) NOT NULL, 
	expires_at VARCHAR(24) NOT NULL, device VARCHAR(60), address VARCHAR(45), last_used_at VARCHAR(24), 
	CONSTRAINT pk_sessions PRIMARY KEY (token_hash), 
	CONSTRAINT fk_sessions_user_id_users FOREIGN KEY(user_id) REFERENCES users (id) ON DELETE CASCADE
);
INSERT INTO "sessions" VALUES ('5f34fd418c586f043ef0a44b2552489b0635f5dedba4e33a11a245f1e765af1a', 1, '2026-11-23T13:01:05.502Z', '2026-11-23T21:01:05.502Z', NULL, 'unknown', '2026-11-23T13:01:05.950Z');
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
INSERT INTO "attendees" VALUES (1, 1, 'Ada Lovelace', '0491 570 006', 7, 'paid', 'paid', 'paid', 4500, 'INV-P67R-TMCV', 'DL1.1.2GE7FEX8E9FBV1JC2G0RTSTYAN', 1, '2026-11-23T13:01:06.127Z', 1, 1, ' ada lovelace 
0491570006
invp67rtmcv', NULL, 1, '2026-11-23T13:01:06.062Z', '2026-11-23T13:01:06.062Z', 1, NULL, 'zi_mBj9vN48rlBXZE9KtyQ', NULL, 'ada lovelace', 'lovelace ada lovelace');
INSERT INTO "attendees" VALUES (2, 1, 'Zoë Ångström', '0491 570 156', 8, 'unpaid', 'unpaid', 'owed', NULL, 'INV-Q957-D2HD', 'DL1.1.5MBQQ7M2A5NNMMJP49JXX2V9G0', 0, NULL, NULL, 1, ' zoe angstrom 
0491570156
invq957d2hd', NULL, 1, '2026-11-23T13:01:06.089Z', '2026-11-23T13:01:06.089Z', 1, NULL, 'k8Oga4diUVOaGSk8hl48RA', NULL, 'zoe angstrom', 'angstrom zoe angstrom');
INSERT INTO "attendees" VALUES (3, 1, 'Charles Babbage', '0491 570 157', 7, '50%', '50%', 'owed', NULL, 'INV-44EC-FE5D', 'DL1.1.5AMM5MVB8XGS88C9K8W9PZ80P5', 0, NULL, NULL, 1, ' charles babbage 
0491570157
inv44ecfe5d', NULL, 1, '2026-11-23T13:01:06.106Z', '2026-11-23T13:01:06.106Z', 1, NULL, 'ZT8IUpCBq3e-iPLWWDZMNg', NULL, 'charles babbage', 'babbage charles babbage');
INSERT INTO "attendees" VALUES (4, 1, 'Grace Hopper', '0491 570 158', 9, 'paid', 'paid', 'paid', 4500, 'INV-F592-KX9N', 'DL1.1.02R6T4E2CPT9YY10STXBEFTQ4M', 0, NULL, NULL, 1, ' grace hopper 
0491570158
invf592kx9n', NULL, 1, '2026-11-23T13:01:06.589Z', '2026-11-23T13:01:06.589Z', 1, 1, '6u0XqTj--I0ljrMK3K_kGA', NULL, 'grace hopper', 'hopper grace hopper');
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
INSERT INTO "imports" VALUES (1, 1, 1, '', 'done', 1, 1, 1, 1, 0, 0, NULL, '2026-11-23T13:01:06.583Z', '2026-11-23T13:01:06.589Z');
CREATE TABLE 'attendee_search_data'(id INTEGER PRIMARY KEY, block BLOB);
INSERT INTO "attendee_search_data" VALUES (1, X'04810F040908');
INSERT INTO "attendee_search_data" VALUES (10, X'00000000FF00000101040400040101010101000001020101020200000103010103030000010401010404000001');
INSERT INTO "attendee_search_data" VALUES (137438953473, X'0000013004300A30340102100202696E01021B0103200A3001020F0202616401020202026C6F0102060103303030010217030136010218020234390102110202360A0102190103313537010214010334393101021201033537300102150103360A6901021A02023772010220010337303001021602027274010221010339313501021301033A313A0106010102010361206C0102050202636501020C0202646101020302026964010C010203010303010363652001020D0103646120010204010365200A01020E02026C6101020A0103696E7601021C01036C616301020B02026F7601020701036D637601022401036E767001021D01036F7665010208010370363701021F02026169010C010202010302010372746D0102220103746D63010223010376656C0102090202703601021E0408070807070806070708080808070807080A0807070C08080807080807080808080C080808');
INSERT INTO "attendee_search_data" VALUES (274877906945, X'0000015204300A30340202100202696E02021B0103200A3002020F0202616E02020602027A6F020202010330313502021702023439020211010331353602021803013702021401033268640202240103343931020212010335360A020219020237300202150301640202210103360A6902021A01033730310202160202643202022201033931350202130202353702022001033A313A02060101020103616964020601020502026E670202070103643268020223010365206102020501036773740202090103696E7602021C01036D200A02020E01036E67730202080202706102060102030202767102021D01036F652002020402026D2002020D02027765020601030201037061690206010204010371393502021F0103726F6D02020C010373747202020A010374726F02020B0103756E700206010202010376713902021E0103776564020601030301037A6F6502020304080708070708070806080808070608080708070A0A0708080808080809070807090A080808080A080A');
INSERT INTO "attendee_search_data" VALUES (412316860417, X'0000014204300A30340302130202696E03021E0103200A300302120202626103020A02026368030202010330313503021A0202343903021401033135370304170601033434650302220202393103021502026563030223010335302503060102020202370A03021C0301300302180103370A6903021D02023031030219010339313503021601033A313A0306010102010361626203020C0202676503020F0202726C030205010362616203020B03016703020E0202626103020D010363666503022502026861030203010365200A0302110202356403022702026366030224020273200302080103666535030226010367652003021001036861720302040103696E7603021F01036C657303020701036E763403022001036F776503060103020103726C6503020601037320620302090103763434030221010377656403060103030408070807070807090807070A07060807080A0807070806070807080707070808080808080A080808');
INSERT INTO "attendee_search_data" VALUES (549755813889, X'0000013204300A30340402100202696E04021B0103200A3004020F020267720402020202686F04020801033031350402170202343904021101033135370402140301380402180103326B78040222010334393104021201033537300402150202380A0402190202393204022001033730310402160103380A6904021A01033931350402130202326B04022101033A313A0406010102010361636504020502026964040C010203010303010363652004020601036520680402070202722004020D010366353904021F01036772610402030103686F700402090103696E7604021C01036B783904022301036E766604021D01036F707004020A0103706169040C0102020103020202657204020C0202706504020B010372200A04020E02026163040204010376663504021E010378396E040224040807080707080708060808080707080808070A080C080807080808080808080D0707080708');
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
INSERT INTO "history" VALUES (1, '2026-11-23T13:01:04.897Z', NULL, NULL, 'user.created', 'user', 1, NULL, NULL, '{"username": "admin", "fullName": "Administrator", "role": "super_admin"}');
INSERT INTO "history" VALUES (2, '2026-11-23T13:01:05.506Z', 1, 'unknown', 'user.signed_in', 'user', 1, NULL, NULL, NULL);
INSERT INTO "history" VALUES (3, '2026-11-23T13:01:05.949Z', 1, 'unknown', 'user.password_changed', 'user', 1, NULL, NULL, NULL);
INSERT INTO "history" VALUES (4, '2026-11-23T13:01:05.995Z', 1, 'unknown', 'event.created', 'event', 1, 1, NULL, '{"name": "Spring Gala", "date": "2026-11-20", "time": "19:30", "ticketPriceCents": 4500, "capacity": null}');
INSERT INTO "history" VALUES (5, '2026-11-23T13:01:06.074Z', 1, 'unknown', 'attendee.registered', 'attendee', 1, 1, NULL, '{"tableNumber": 7, "paymentStatus": "paid", "amountPaidCents": 4500, "invoiceNumber": "INV-P67R-TMCV"}');
INSERT INTO "history" VALUES (6, '2026-11-23T13:01:06.093Z', 1, 'unknown', 'attendee.registered', 'attendee', 2, 1, NULL, '{"tableNumber": 8, "paymentStatus": "unpaid", "amountPaidCents": null, "invoiceNumber": "INV-Q957-D2HD"}');
INSERT INTO "history" VALUES (7, '2026-11-23T13:01:06.108Z', 1, 'unknown', 'attendee.registered', 'attendee', 3, 1, NULL, '{"tableNumber": 7, "paymentStatus": "50%", "amountPaidCents": null, "invoiceNumber": "INV-44EC-FE5D"}');
INSERT INTO "history" VALUES (8, '2026-11-23T13:01:06.558Z', 1, 'unknown', 'user.created', 'user', 2, NULL, NULL, '{"username": "olive", "fullName": "Olive Organizer", "role": "organizer"}');
INSERT INTO "history" VALUES (9, '2026-11-23T13:01:06.585Z', 1, 'unknown', 'import.started', 'import', 1, 1, NULL, '{"fileName": "", "imported": 1, "errors": 0, "duplicates": 0}');
INSERT INTO "history" VALUES (10, '2026-11-23T13:01:06.779Z', NULL, 'unknown', 'user.sign_in_refused', 'user', 1, NULL, NULL, NULL);
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
	ended_by INTEGER, announced_sequence INTEGER, announced_at VARCHAR(24), unsent JSON, session VARCHAR(64), pass_id INTEGER, 
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
INSERT INTO "lineage" VALUES (1, '0e9789d71bf643439084754ff458b963', '1c4e6f2fb15a47c3b6bf567183344663', 0);
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
CREATE TABLE door_passes (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	secret_hash VARCHAR(64) NOT NULL, 
	user_id INTEGER NOT NULL, 
	event_id INTEGER NOT NULL, 
	door VARCHAR(100) NOT NULL, 
	helper VARCHAR(100), 
	created_at VARCHAR(24) NOT NULL, 
	claim_until VARCHAR(24) NOT NULL, 
	makes_until VARCHAR(24) NOT NULL, 
	claimed_at VARCHAR(24), 
	claim_key_hash VARCHAR(64), 
	revoked_at VARCHAR(24), 
	revoked_by INTEGER, 
	CONSTRAINT fk_door_passes_user_id_users FOREIGN KEY(user_id) REFERENCES users (id) ON DELETE CASCADE, 
	CONSTRAINT fk_door_passes_event_id_events FOREIGN KEY(event_id) REFERENCES events (id) ON DELETE CASCADE, 
	CONSTRAINT fk_door_passes_revoked_by_users FOREIGN KEY(revoked_by) REFERENCES users (id) ON DELETE SET NULL, 
	CONSTRAINT uq_door_passes_secret_hash UNIQUE (secret_hash)
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
CREATE INDEX ix_door_passes_user_id ON door_passes (user_id);
CREATE INDEX ix_door_passes_event_id ON door_passes (event_id);
CREATE INDEX ix_door_grants_pass_id ON door_grants (pass_id);
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
