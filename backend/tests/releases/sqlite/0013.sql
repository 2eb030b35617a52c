PRAGMA writable_schema = ON;
BEGIN;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES ('0013');
CREATE TABLE failed_sign_ins (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	account_hash VARCHAR(64) NOT NULL, 
	address VARCHAR(64) NOT NULL, 
	failed_at VARCHAR(24) NOT NULL
, device VARCHAR(24));
INSERT INTO "failed_sign_ins" VALUES (3, '8c6976e5b5410415bde908bd4dee15dfb167a9c873fc4bb8a81f6f2ab448a918', 'testclient', '2026-11-23T03:15:00.257Z', '8d7c78dbdf61cb11df6d2c17');
CREATE TABLE issued_invoice_numbers (
	number VARCHAR(40) NOT NULL, 
	CONSTRAINT pk_issued_invoice_numbers PRIMARY KEY (number)
);
INSERT INTO "issued_invoice_numbers" VALUES ('INV-QD2G-WE9X');
INSERT INTO "issued_invoice_numbers" VALUES ('INV-R69Q-WHWV');
INSERT INTO "issued_invoice_numbers" VALUES ('INV-WRJE-AW3J');
INSERT INTO "issued_invoice_numbers" VALUES ('INV-N6M5-PQRV');
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
INSERT INTO "scan_log" VALUES (1, 1, 1, 1, 'Front door', 'admitted', 'DL1.1.355QPTZ5CW0KS3Y6CC1K9FBC0X', '2026-11-23T03:14:59.926Z', 1, '2026-11-23T03:14:59.926Z', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
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
INSERT INTO "users" VALUES (1, 'admin', 'admin', 'Administrator', 'super_admin', '$argon2id$v=19$m=47104,t=1,p=1$FdroK1uKhocMcq+Q6hSDEA$rGkuLeynjAiWEFPVvvU1/0WbYzXrcQw1cd4Z2FQtjcQ', 0, 1, '2026-11-23T03:14:59.051Z', '2026-11-23T03:14:59.422Z', 1, '2026-11-23T03:14:59.051Z', NULL, '1dcda36ed8cb5f810e81ce20efbcc4f7077a892ef29cd133d8b5f867f1418df2');
INSERT INTO "users" VALUES (2, 'olive', 'olive', 'Olive Organizer', 'organizer', '$argon2id$v=19$m=47104,t=1,p=1$7kmlq4C8JfCJTCLOHy9ETQ$O/cNDzkQa51VToGLKHN9qHsc5ndKxPWgy2pTX9i1TdE', 1, 1, '2026-11-23T03:15:00.180Z', NULL, 1, '2026-11-23T03:15:00.180Z', 1, NULL);
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
INSERT INTO "events" VALUES (1, 'Spring Gala', '2026-11-20', '19:30', 4500, 1, '2026-11-23T03:14:59.820Z', '2026-11-23T03:14:59.820Z', 1, NULL);
CREATE TABLE sessions (
	token_hash VARCHAR(64) NOT NULL, 
	user_id INTEGER NOT NULL, 
	created_at VARCHAR(24) NOT NULL, 
	expires_at VARCHAR(24) NOT NULL, 
	CONSTRAINT pk_sessions PRIMARY KEY (token_hash), 
	CONSTRAINT fk_sessions_user_id_users FOREIGN KEY(user_id) REFERENCES users (id) ON DELETE CASCADE
);
INSERT INTO "sessions" VALUES ('78c1609ebd5c7a42d06a4db61754de5c6e6f4c38792eeef7c523fb5eeae10686', 1, '2026-11-23T03:14:59.422Z', '2026-11-23T11:14:59.422Z');
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
	updated_by INTEGER, import_id INTEGER, qr_hash VARCHAR(22) NOT NULL, notes VARCHAR(500), 
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
INSERT INTO "attendees" VALUES (1, 1, 'Ada Lovelace', '0491 570 006', 7, 'paid', 'paid', 'paid', 4500, 'INV-QD2G-WE9X', 'DL1.1.355QPTZ5CW0KS3Y6CC1K9FBC0X', 1, '2026-11-23T03:14:59.926Z', 1, 1, ' ada lovelace 
0491570006
invqd2gwe9x', NULL, 1, '2026-11-23T03:14:59.873Z', '2026-11-23T03:14:59.873Z', 1, NULL, '5GrrE73YvWmc35Q_TtIPbQ', NULL);
INSERT INTO "attendees" VALUES (2, 1, 'Zoë Ångström', '0491 570 156', 8, 'unpaid', 'unpaid', 'owed', NULL, 'INV-R69Q-WHWV', 'DL1.1.1S1K5CQV2HESQ3ZHWAWD9FA0EP', 0, NULL, NULL, 1, ' zoe angstrom 
0491570156
invr69qwhwv', NULL, 1, '2026-11-23T03:14:59.911Z', '2026-11-23T03:14:59.911Z', 1, NULL, '5aKxHy8fNDm5z3DjJCXwoA', NULL);
INSERT INTO "attendees" VALUES (3, 1, 'Charles Babbage', '0491 570 157', 7, '50%', '50%', 'owed', NULL, 'INV-WRJE-AW3J', 'DL1.1.24VM6ACK4YN4NG3CN9ZGPJ307S', 0, NULL, NULL, 1, ' charles babbage 
0491570157
invwrjeaw3j', NULL, 1, '2026-11-23T03:14:59.918Z', '2026-11-23T03:14:59.918Z', 1, NULL, 'O2yDxMU-E-li2sMWhe-UxA', NULL);
INSERT INTO "attendees" VALUES (4, 1, 'Grace Hopper', '0491 570 158', 9, 'paid', 'paid', 'paid', 4500, 'INV-N6M5-PQRV', 'DL1.1.56BHCTBQMQ1GJJWNK5YZAVADW3', 0, NULL, NULL, 1, ' grace hopper 
0491570158
invn6m5pqrv', NULL, 1, '2026-11-23T03:15:00.209Z', '2026-11-23T03:15:00.209Z', 1, 1, 'uN_-SFcWjVJGSIS0qDyA7w', NULL);
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
INSERT INTO "imports" VALUES (1, 1, 1, '', 'done', 1, 1, 1, 1, 0, 0, NULL, '2026-11-23T03:15:00.203Z', '2026-11-23T03:15:00.209Z');
CREATE TABLE 'attendee_search_data'(id INTEGER PRIMARY KEY, block BLOB);
INSERT INTO "attendee_search_data" VALUES (1, X'04810F040908');
INSERT INTO "attendee_search_data" VALUES (10, X'00000000FF00000101040400040101010101000001020101020200000103010103030000010401010404000001');
INSERT INTO "attendee_search_data" VALUES (137438953473, X'0000013104300A30340102100202696E01021B0103200A3001020F0202616401020202026C6F0102060103303030010217030136010218020234390102110202360A01021901033135370102140103326777010221010334393101021201033537300102150103360A6901021A0103373030010216010339313501021301033A313A0106010102010361206C0102050202636501020C0202646101020302026964010C010203010303010363652001020D010364326701022002026120010204010365200A01020E0202397801022402026C6101020A01036777650102220103696E7601021C01036C616301020B02026F7601020701036E767101021D01036F76650102080103706169010C010202010302010371643201021F010376656C0102090202716401021E010377653901022304080708070708060707080808080808080A0807070C0808070807070808080708080D080807');
INSERT INTO "attendee_search_data" VALUES (274877906945, X'0000015204300A30340202100202696E02021B0103200A3002020F0202616E02020602027A6F02020201033031350202170202343902021101033135360202180301370202140103343931020212010335360A020219020237300202150103360A6902021A02023971020220010337303102021601033931350202130202717702022101033A313A02060101020103616964020601020502026E670202070103652061020205010367737402020901036877760202240103696E7602021C01036D200A02020E01036E67730202080202706102060102030202767202021D01036F652002020402026D2002020D020277650206010302010370616902060102040103717768020222010372363902021F02026F6D02020C010373747202020A010374726F02020B0103756E700206010202010376723602021E010377656402060103030202687702022301037A6F650202030408070807070807080608080708070808070A0A0708080808080809070807090A08080708080A080A07');
INSERT INTO "attendee_search_data" VALUES (412316860417, X'0000014204300A30340302130202696E03021E0103200A300302120202626103020A02026368030202010330313503021A020234390302140103313537030417060103343931030215010335302503060102020202370A03021C0301300302180103370A6903021D02023031030219010339313503021601033A313A0306010102010361626203020C0202676503020F0202726C03020502027733030226010362616203020B03016703020E0202626103020D0103636861030203010365200A0302110202617703022502027320030208010367652003021001036861720302040103696E7603021F01036A656103022401036C657303020701036E767703022001036F776503060103020103726A6503022302026C6503020601037320620302090103767772030221010377336A0302270202656403060103030202726A030222040807080707080709080A07060807080A08070707080607080807070808080808080A080708080809');
INSERT INTO "attendee_search_data" VALUES (549755813889, X'0000013104300A30340402100202696E04021B0103200A3004020F020267720402020202686F0402080103303135040217020234390402110103313537040214030138040218010334393104021201033537300402150202380A040219020270710402220103366D3504022001033730310402160103380A6904021A010339313504021301033A313A0406010102010361636504020502026964040C010203010303010363652004020601036520680402070202722004020D01036772610402030103686F700402090103696E7604021C01036D357004022101036E366D04021F0202766E04021D01036F707004020A0103706169040C0102020103020202657204020C0202706504020B020271720402230103717276040224010372200A04020E020261630402040103766E3604021E0408070807070807080608080707080808080A080C080807080808080807080D070707080807');
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
INSERT INTO "history" VALUES (1, '2026-11-23T03:14:59.066Z', NULL, NULL, 'user.created', 'user', 1, NULL, NULL, '{"username": "admin", "fullName": "Administrator", "role": "super_admin"}');
INSERT INTO "history" VALUES (2, '2026-11-23T03:14:59.423Z', 1, 'unknown', 'user.signed_in', 'user', 1, NULL, NULL, NULL);
INSERT INTO "history" VALUES (3, '2026-11-23T03:14:59.760Z', 1, 'unknown', 'user.password_changed', 'user', 1, NULL, NULL, NULL);
INSERT INTO "history" VALUES (4, '2026-11-23T03:14:59.821Z', 1, 'unknown', 'event.created', 'event', 1, 1, NULL, '{"name": "Spring Gala", "date": "2026-11-20", "time": "19:30", "ticketPriceCents": 4500}');
INSERT INTO "history" VALUES (5, '2026-11-23T03:14:59.887Z', 1, 'unknown', 'attendee.registered', 'attendee', 1, 1, NULL, '{"tableNumber": 7, "paymentStatus": "paid", "amountPaidCents": 4500, "invoiceNumber": "INV-QD2G-WE9X"}');
INSERT INTO "history" VALUES (6, '2026-11-23T03:14:59.913Z', 1, 'unknown', 'attendee.registered', 'attendee', 2, 1, NULL, '{"tableNumber": 8, "paymentStatus": "unpaid", "amountPaidCents": null, "invoiceNumber": "INV-R69Q-WHWV"}');
INSERT INTO "history" VALUES (7, '2026-11-23T03:14:59.919Z', 1, 'unknown', 'attendee.registered', 'attendee', 3, 1, NULL, '{"tableNumber": 7, "paymentStatus": "50%", "amountPaidCents": null, "invoiceNumber": "INV-WRJE-AW3J"}');
INSERT INTO "history" VALUES (8, '2026-11-23T03:15:00.181Z', 1, 'unknown', 'user.created', 'user', 2, NULL, NULL, '{"username": "olive", "fullName": "Olive Organizer", "role": "organizer"}');
INSERT INTO "history" VALUES (9, '2026-11-23T03:15:00.204Z', 1, 'unknown', 'import.started', 'import', 1, 1, NULL, '{"fileName": "", "imported": 1, "errors": 0, "duplicates": 0}');
INSERT INTO "history" VALUES (10, '2026-11-23T03:15:00.436Z', NULL, 'unknown', 'user.sign_in_refused', 'user', 1, NULL, NULL, NULL);
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
	ended_by INTEGER, announced_sequence INTEGER, announced_at VARCHAR(24), unsent JSON, 
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
INSERT INTO "lineage" VALUES (1, '560e65ba82f44617ac426b71815bec75', 'e4e9f36e8b1546a785db3c7ddecf3ccb', 0);
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
