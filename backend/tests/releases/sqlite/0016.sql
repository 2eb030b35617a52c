PRAGMA writable_schema = ON;
BEGIN;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES ('0016');
CREATE TABLE failed_sign_ins (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	account_hash VARCHAR(64) NOT NULL, 
	address VARCHAR(64) NOT NULL, 
	failed_at VARCHAR(24) NOT NULL
, device VARCHAR(24));
INSERT INTO "failed_sign_ins" VALUES (3, '8c6976e5b5410415bde908bd4dee15dfb167a9c873fc4bb8a81f6f2ab448a918', 'testclient', '2026-11-23T06:12:32.998Z', '242ffdfdeb1debebb56dff3e');
CREATE TABLE issued_invoice_numbers (
	number VARCHAR(40) NOT NULL, 
	CONSTRAINT pk_issued_invoice_numbers PRIMARY KEY (number)
);
INSERT INTO "issued_invoice_numbers" VALUES ('INV-WNWG-E86H');
INSERT INTO "issued_invoice_numbers" VALUES ('INV-X44K-TRMR');
INSERT INTO "issued_invoice_numbers" VALUES ('INV-XK69-AR93');
INSERT INTO "issued_invoice_numbers" VALUES ('INV-BDMQ-HQCY');
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
INSERT INTO "scan_log" VALUES (1, 1, 1, 1, 'Front door', 'admitted', 'DL1.1.6TV0984WEDN1GD2CGQANYMMT6F', '2026-11-23T06:12:32.896Z', 1, '2026-11-23T06:12:32.896Z', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
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
INSERT INTO "users" VALUES (1, 'admin', 'admin', 'Administrator', 'super_admin', '$argon2id$v=19$m=47104,t=1,p=1$Y9wd34xYwMJGqXPYla65Cg$yEdppjpC/5SF5fjYClreaulkLMRQWRsUJ9LCSbXhmD8', 0, 1, '2026-11-23T06:12:32.503Z', '2026-11-23T06:12:32.702Z', 1, '2026-11-23T06:12:32.503Z', NULL, 'ba92dbdaba079e8878c5549570b754e167e7af048cad5b319acbec9bc488e66c');
INSERT INTO "users" VALUES (2, 'olive', 'olive', 'Olive Organizer', 'organizer', '$argon2id$v=19$m=47104,t=1,p=1$jdGvub+1JZDofFprDR2gew$uNqQ22ztLwpZRM2hbF1Y+/Vzmdb6/jrn5smIYYZdeRo', 1, 1, '2026-11-23T06:12:32.963Z', NULL, 1, '2026-11-23T06:12:32.963Z', 1, NULL);
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
INSERT INTO "events" VALUES (1, 'Spring Gala', '2026-11-20', '19:30', 4500, 1, '2026-11-23T06:12:32.831Z', '2026-11-23T06:12:32.831Z', 1, NULL, NULL);
CREATE TABLE sessions (
	token_hash VARCHAR(64) NOT NULL, 
	user_id INTEGER NOT NULL, 
	created_at VARCHAR(24) NOT NULL, 
	expires_at VARCHAR(24) NOT NULL, device VARCHAR(60), address VARCHAR(45), last_used_at VARCHAR(24), 
	CONSTRAINT pk_sessions PRIMARY KEY (token_hash), 
	CONSTRAINT fk_sessions_user_id_users FOREIGN KEY(user_id) REFERENCES users (id) ON DELETE CASCADE
);
INSERT INTO "sessions" VALUES ('98b7a7f2e12cbdff16faeebc081af09b42dd3a4870cf16cf8f0fcb51db4d54ce', 1, '2026-11-23T06:12:32.702Z', '2026-11-23T14:12:32.702Z', NULL, NULL, NULL);
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
INSERT INTO "attendees" VALUES (1, 1, 'Ada Lovelace', '0491 570 006', 7, 'paid', 'paid', 'paid', 4500, 'INV-WNWG-E86H', 'DL1.1.6TV0984WEDN1GD2CGQANYMMT6F', 1, '2026-11-23T06:12:32.896Z', 1, 1, ' ada lovelace 
0491570006
invwnwge86h', NULL, 1, '2026-11-23T06:12:32.862Z', '2026-11-23T06:12:32.862Z', 1, NULL, 'IBPfiLEB7Njo45mVwsW08Q', NULL, 'ada lovelace', 'lovelace ada lovelace');
INSERT INTO "attendees" VALUES (2, 1, 'Zoë Ångström', '0491 570 156', 8, 'unpaid', 'unpaid', 'owed', NULL, 'INV-X44K-TRMR', 'DL1.1.3EGRC8JXHYCPZCFTZP4WPDX6MN', 0, NULL, NULL, 1, ' zoe angstrom 
0491570156
invx44ktrmr', NULL, 1, '2026-11-23T06:12:32.877Z', '2026-11-23T06:12:32.877Z', 1, NULL, 'hauNx1dwGcI6bYXhhW8d5Q', NULL, 'zoe angstrom', 'angstrom zoe angstrom');
INSERT INTO "attendees" VALUES (3, 1, 'Charles Babbage', '0491 570 157', 7, '50%', '50%', 'owed', NULL, 'INV-XK69-AR93', 'DL1.1.3G4Y54PB924WVJC7MK8NTPJY0P', 0, NULL, NULL, 1, ' charles babbage 
0491570157
invxk69ar93', NULL, 1, '2026-11-23T06:12:32.889Z', '2026-11-23T06:12:32.889Z', 1, NULL, 'g5-juRw-mmMuXI_tZd-WDA', NULL, 'charles babbage', 'babbage charles babbage');
INSERT INTO "attendees" VALUES (4, 1, 'Grace Hopper', '0491 570 158', 9, 'paid', 'paid', 'paid', 4500, 'INV-BDMQ-HQCY', 'DL1.1.3N51PH0QZATD0BB0VMMRPZSKKN', 0, NULL, NULL, 1, ' grace hopper 
0491570158
invbdmqhqcy', NULL, 1, '2026-11-23T06:12:32.984Z', '2026-11-23T06:12:32.984Z', 1, 1, 'M5CqnHvabphIRaKVUndfag', NULL, 'grace hopper', 'hopper grace hopper');
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
INSERT INTO "imports" VALUES (1, 1, 1, '', 'done', 1, 1, 1, 1, 0, 0, NULL, '2026-11-23T06:12:32.979Z', '2026-11-23T06:12:32.984Z');
CREATE TABLE 'attendee_search_data'(id INTEGER PRIMARY KEY, block BLOB);
INSERT INTO "attendee_search_data" VALUES (1, X'04810F040908');
INSERT INTO "attendee_search_data" VALUES (10, X'00000000FF00000101040400040101010101000001020101020200000103010103030000010401010404000001');
INSERT INTO "attendee_search_data" VALUES (137438953473, X'0000013004300A30340102100202696E01021B0103200A3001020F0202616401020202026C6F0102060103303030010217030136010218020234390102110202360A0102190103313537010214010334393101021201033537300102150103360A6901021A01033730300102160103383668010224010339313501021301033A313A0106010102010361206C0102050202636501020C0202646101020302026964010C010203010303010363652001020D0103646120010204010365200A01020E0202383601022302026C6101020A01036765380102220103696E7601021C01036C616301020B02026F7601020701036E767701021D0202776701022001036F76650102080103706169010C010202010302010376656C0102090202776E01021E010377676501022102026E7701021F04080708070708060707080808080808080A0807070C0808080707080808070807080D080708');
INSERT INTO "attendee_search_data" VALUES (274877906945, X'0000015104300A30340202100202696E02021B0103200A3002020F0202616E02020602027A6F0202020103303135020217020234390202110103313536020218030137020214010334346B0202200202393102021202026B74020221010335360A020219020237300202150103360A6902021A0103373031020216010339313502021301033A313A02060101020103616964020601020502026E67020207010365206102020501036773740202090103696E7602021C01036B747202022201036D200A02020E01036E67730202080202706102060102030202767802021D01036F652002020402026D2002020D020277650206010302010370616902060102040103726D7202022402026F6D02020C010373747202020A010374726D02022303016F02020B0103756E700206010202010376783402021E01037765640206010303010378343402021F01037A6F650202030408070807070807080608070708070808080A0A0708080808080809070807090A08070808060A080A08');
INSERT INTO "attendee_search_data" VALUES (412316860417, X'0000014304300A30340302130202696E03021E0103200A300302120202626103020A02026368030202010330313503021A020234390302140103313537030417060103343931030215010335302503060102020202370A03021C03013003021801033639610302240103370A6903021D0202303103021901033931350302160202617203022501033A313A0306010102010361626203020C0202676503020F0202723903022603016C030205010362616203020B03016703020E0202626103020D0103636861030203010365200A03021102027320030208010367652003021001036861720302040103696E7603021F01036B363903022301036C657303020701036E767803022001036F77650306010302010372393303022702026C650302060103732062030209010376786B030221010377656403060103030103786B36030222040807080707080709080A070608080708070A080707060806070808070808080808080A080708080A');
INSERT INTO "attendee_search_data" VALUES (549755813889, X'0000013204300A30340402100202696E04021B0103200A3004020F020267720402020202686F0402080103303135040217020234390402110103313537040214030138040218010334393104021201033537300402150202380A04021901033730310402160103380A6904021A010339313504021301033A313A0406010102010361636504020502026964040C010203010303010362646D04021F01036365200402060103646D7104022001036520680402070202722004020D01036772610402030103686F70040209020271630402230103696E7604021C01036D716804022101036E766204021D01036F707004020A0103706169040C0102020103020202657204020C0202706504020B010371637904022402026871040222010372200A04020E02026163040204010376626404021E040807080707080708060808070808080A080C0808080807080807080808080D070708070807');
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
INSERT INTO "history" VALUES (1, '2026-11-23T06:12:32.506Z', NULL, NULL, 'user.created', 'user', 1, NULL, NULL, '{"username": "admin", "fullName": "Administrator", "role": "super_admin"}');
INSERT INTO "history" VALUES (2, '2026-11-23T06:12:32.703Z', 1, 'unknown', 'user.signed_in', 'user', 1, NULL, NULL, NULL);
INSERT INTO "history" VALUES (3, '2026-11-23T06:12:32.818Z', 1, 'unknown', 'user.password_changed', 'user', 1, NULL, NULL, NULL);
INSERT INTO "history" VALUES (4, '2026-11-23T06:12:32.833Z', 1, 'unknown', 'event.created', 'event', 1, 1, NULL, '{"name": "Spring Gala", "date": "2026-11-20", "time": "19:30", "ticketPriceCents": 4500, "capacity": null}');
INSERT INTO "history" VALUES (5, '2026-11-23T06:12:32.868Z', 1, 'unknown', 'attendee.registered', 'attendee', 1, 1, NULL, '{"tableNumber": 7, "paymentStatus": "paid", "amountPaidCents": 4500, "invoiceNumber": "INV-WNWG-E86H"}');
INSERT INTO "history" VALUES (6, '2026-11-23T06:12:32.879Z', 1, 'unknown', 'attendee.registered', 'attendee', 2, 1, NULL, '{"tableNumber": 8, "paymentStatus": "unpaid", "amountPaidCents": null, "invoiceNumber": "INV-X44K-TRMR"}');
INSERT INTO "history" VALUES (7, '2026-11-23T06:12:32.890Z', 1, 'unknown', 'attendee.registered', 'attendee', 3, 1, NULL, '{"tableNumber": 7, "paymentStatus": "50%", "amountPaidCents": null, "invoiceNumber": "INV-XK69-AR93"}');
INSERT INTO "history" VALUES (8, '2026-11-23T06:12:32.964Z', 1, 'unknown', 'user.created', 'user', 2, NULL, NULL, '{"username": "olive", "fullName": "Olive Organizer", "role": "organizer"}');
INSERT INTO "history" VALUES (9, '2026-11-23T06:12:32.981Z', 1, 'unknown', 'import.started', 'import', 1, 1, NULL, '{"fileName": "", "imported": 1, "errors": 0, "duplicates": 0}');
INSERT INTO "history" VALUES (10, '2026-11-23T06:12:33.046Z', NULL, 'unknown', 'user.sign_in_refused', 'user', 1, NULL, NULL, NULL);
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
INSERT INTO "lineage" VALUES (1, '7807f74161a8420daae155d9c7769624', '0554ad589cad4c4c8efcedb7adba503d', 0);
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
