PRAGMA writable_schema = ON;
BEGIN;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES ('0019');
CREATE TABLE failed_sign_ins (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	account_hash VARCHAR(64) NOT NULL, 
	address VARCHAR(64) NOT NULL, 
	failed_at VARCHAR(24) NOT NULL
, device VARCHAR(24));
INSERT INTO "failed_sign_ins" VALUES (3, '8c6976e5b5410415bde908bd4dee15dfb167a9c873fc4bb8a81f6f2ab448a918', 'testclient', '2026-11-23T13:40:13.453Z', '9d1645f66304d22eae6d5ded');
CREATE TABLE issued_invoice_numbers (
	number VARCHAR(40) NOT NULL, 
	CONSTRAINT pk_issued_invoice_numbers PRIMARY KEY (number)
);
INSERT INTO "issued_invoice_numbers" VALUES ('INV-R9PB-J879');
INSERT INTO "issued_invoice_numbers" VALUES ('INV-FQDF-JDZ3');
INSERT INTO "issued_invoice_numbers" VALUES ('INV-4HQ5-K6NM');
INSERT INTO "issued_invoice_numbers" VALUES ('INV-4SWS-4GTC');
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
INSERT INTO "scan_log" VALUES (1, 1, 1, 1, 'Front door', 'admitted', 'DL1.1.3Y3F8XYVV5ZKNRVSMR8R6W3BS6', '2026-11-23T13:40:13.266Z', 1, '2026-11-23T13:40:13.266Z', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
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
INSERT INTO "users" VALUES (1, 'admin', 'admin', 'Administrator', 'super_admin', '$argon2id$v=19$m=47104,t=1,p=1$Bil+SQ+UnYrTS5wDOri7sA$oHMsJvt9ahybwovD5rHrQAlHpXW3uIjup72/PD0OqkU', 0, 1, '2026-11-23T13:40:12.630Z', '2026-11-23T13:40:12.853Z', 1, '2026-11-23T13:40:12.630Z', NULL, 'd674af8735dc3b9aeb34b264bbb782cfbb8e5a5c2488b997f1d4f6171eaf5f34');
INSERT INTO "users" VALUES (2, 'olive', 'olive', 'Olive Organizer', 'organizer', '$argon2id$v=19$m=47104,t=1,p=1$eiFb/NGkO0916ftO3DRv2g$kVxT77+rWRv60WflaL0VCFODBx7aV9FxPEjdPkCuRpU', 1, 1, '2026-11-23T13:40:13.370Z', NULL, 1, '2026-11-23T13:40:13.370Z', 1, NULL);
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
INSERT INTO "events" VALUES (1, 'Spring Gala', '2026-11-20', '19:30', 4500, 1, '2026-11-23T13:40:13.160Z', '2026-11-23T13:40:13.160Z', 1, NULL, NULL);
CREATE TABLE sessions (
	token_hash VARCHAR(64) NOT NULL, 
	user_id INTEGER NOT NULL, 
	created_at VARCHAR(24) NOT NULL, 
	expires_at VARCHAR(24) NOT NULL, device VARCHAR(60), address VARCHAR(45), last_used_at VARCHAR(24), 
	CONSTRAINT pk_sessions PRIMARY KEY (token_hash), 
	CONSTRAINT fk_sessions_user_id_users FOREIGN KEY(user_id) REFERENCES users (id) ON DELETE CASCADE
);
INSERT INTO "sessions" VALUES ('66f5c4758051fada0432e7d2c6f47492dfd2615cc78644b48d77ba5632167e75', 1, '2026-11-23T13:40:12.853Z', '2026-11-23T21:40:12.853Z', NULL, 'unknown', '2026-11-23T13:40:13.111Z');
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
	updated_by INTEGER, import_id INTEGER, qr_hash VARCHAR(22) NOT NULL, notes VARCHAR(500), name_key VARCHAR(100) NOT NULL, last_name_key VARCHAR(100) NOT NULL, erased_at VARCHAR(24), 
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
INSERT INTO "attendees" VALUES (1, 1, 'Ada Lovelace', '0491 570 006', 7, 'paid', 'paid', 'paid', 4500, 'INV-R9PB-J879', 'DL1.1.3Y3F8XYVV5ZKNRVSMR8R6W3BS6', 1, '2026-11-23T13:40:13.266Z', 1, 1, ' ada lovelace 
0491570006
invr9pbj879', NULL, 1, '2026-11-23T13:40:13.219Z', '2026-11-23T13:40:13.219Z', 1, NULL, 'BULh4PaE-KEhYzLGeOEscA', NULL, 'ada lovelace', 'lovelace ada lovelace', NULL);
INSERT INTO "attendees" VALUES (2, 1, 'Zoë Ångström', '0491 570 156', 8, 'unpaid', 'unpaid', 'owed', NULL, 'INV-FQDF-JDZ3', 'DL1.1.4B0YR63WFJW0MQ1RG2WEK8WRAR', 0, NULL, NULL, 1, ' zoe angstrom 
0491570156
invfqdfjdz3', NULL, 1, '2026-11-23T13:40:13.242Z', '2026-11-23T13:40:13.242Z', 1, NULL, 'IDP_r03C6Tn4wHm1L0Q6yQ', NULL, 'zoe angstrom', 'angstrom zoe angstrom', NULL);
INSERT INTO "attendees" VALUES (3, 1, 'Charles Babbage', '0491 570 157', 7, '50%', '50%', 'owed', NULL, 'INV-4HQ5-K6NM', 'DL1.1.1ZJBZJCZ4ZDPJM3RVPT3G89PQA', 0, NULL, NULL, 1, ' charles babbage 
0491570157
inv4hq5k6nm', NULL, 1, '2026-11-23T13:40:13.254Z', '2026-11-23T13:40:13.254Z', 1, NULL, 'wzxygKiaxnYB7q7CO2Oz2w', NULL, 'charles babbage', 'babbage charles babbage', NULL);
INSERT INTO "attendees" VALUES (4, 1, 'Grace Hopper', '0491 570 158', 9, 'paid', 'paid', 'paid', 4500, 'INV-4SWS-4GTC', 'DL1.1.3XTC84MKV9R9E3T2T11MEXY229', 0, NULL, NULL, 1, ' grace hopper 
0491570158
inv4sws4gtc', NULL, 1, '2026-11-23T13:40:13.418Z', '2026-11-23T13:40:13.418Z', 1, 1, '0tHAQvf1QvfYmk7ARqmO4g', NULL, 'grace hopper', 'hopper grace hopper', NULL);
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
INSERT INTO "imports" VALUES (1, 1, 1, '', 'done', 1, 1, 1, 1, 0, 0, NULL, '2026-11-23T13:40:13.405Z', '2026-11-23T13:40:13.418Z');
CREATE TABLE 'attendee_search_data'(id INTEGER PRIMARY KEY, block BLOB);
INSERT INTO "attendee_search_data" VALUES (1, X'04810F040908');
INSERT INTO "attendee_search_data" VALUES (10, X'00000000FF00000101040400040101010101000001020101020200000103010103030000010401010404000001');
INSERT INTO "attendee_search_data" VALUES (137438953473, X'0000013104300A30340102100202696E01021B0103200A3001020F0202616401020202026C6F0102060103303030010217030136010218020234390102110202360A0102190103313537010214010334393101021201033537300102150103360A6901021A0103373030010216010338373901022401033931350102130202706201022001033A313A0106010102010361206C0102050202636501020C0202646101020302026964010C0102030103030103626A38010222010363652001020D0103646120010204010365200A01020E02026C6101020A0103696E7601021C01036A383701022301036C616301020B02026F7601020701036E767201021D01036F76650102080103706169010C0102020103020202626A010221010372397001021F010376656C0102090202723901021E0408070807070806070708080808080808070A0807070C08080808070808080708080D070808');
INSERT INTO "attendee_search_data" VALUES (274877906945, X'0000015404300A30340202100202696E02021B0103200A3002020F0202616E02020602027A6F02020201033031350202170202343902021101033135360202180301370202140103343931020212010335360A020219020237300202150103360A6902021A0103373031020216010339313502021301033A313A02060101020103616964020601020502026E67020207010364666A02022102027A3302022401036520610202050103666A640202220202716402021F01036773740202090103696E7602021C01036A647A02022301036D200A02020E01036E67730202080202706102060102030202766602021D01036F652002020402026D2002020D0202776502060103020103706169020601020401037164660202200103726F6D02020C010373747202020A010374726F02020B0103756E700206010202010376667102021E0103776564020601030301037A6F65020203040807080707080708060808070808080A0A070807080807080808080809070807090A080808080A080A');
INSERT INTO "attendee_search_data" VALUES (412316860417, X'0000014404300A30340302130202696E03021E0103200A300302120202626103020A02026368030202010330313503021A02023439030214010331353703041706010334393103021502026871030222010335302503060102020202370A03021C03013003021802026B360302250103366E6D0302270103370A6903021D02023031030219010339313503021601033A313A0306010102010361626203020C0202676503020F0202726C030205010362616203020B03016703020E0202626103020D0103636861030203010365200A0302110202732003020801036765200302100103686172030204020271350302230103696E7603021F01036B366E03022601036C657303020701036E763403022001036F77650306010302010371356B0302240103726C65030206010373206203020901037634680302210103776564030601030304080708070708070908070A070607080807080A080707080607080807080807080808080A08080808');
INSERT INTO "attendee_search_data" VALUES (549755813889, X'0000013004300A30340402100202696E04021B0103200A3004020F020267720402020202686F04020801033031350402170202343904021101033135370402140301380402180103343931040212020267740402230202737704021F01033537300402150202380A04021901033730310402160103380A6904021A010339313504021301033A313A0406010102010361636504020502026964040C010203010303010363652004020601036520680402070202722004020D0103677261040203020274630402240103686F700402090103696E7604021C01036E763404021D01036F707004020A0103706169040C0102020103020202657204020C0202706504020B010372200A04020E02026163040204010373346704022202027773040220010376347304021E01037773340402210408070807070807080608070708070808080A080C0808070807080808080D07070807080708');
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
INSERT INTO "history" VALUES (1, '2026-11-23T13:40:12.633Z', NULL, NULL, 'user.created', 'user', 1, NULL, NULL, '{"username": "admin", "fullName": "Administrator", "role": "super_admin"}');
INSERT INTO "history" VALUES (2, '2026-11-23T13:40:12.855Z', 1, 'unknown', 'user.signed_in', 'user', 1, NULL, NULL, NULL);
INSERT INTO "history" VALUES (3, '2026-11-23T13:40:13.110Z', 1, 'unknown', 'user.password_changed', 'user', 1, NULL, NULL, NULL);
INSERT INTO "history" VALUES (4, '2026-11-23T13:40:13.162Z', 1, 'unknown', 'event.created', 'event', 1, 1, NULL, '{"name": "Spring Gala", "date": "2026-11-20", "time": "19:30", "ticketPriceCents": 4500, "capacity": null}');
INSERT INTO "history" VALUES (5, '2026-11-23T13:40:13.227Z', 1, 'unknown', 'attendee.registered', 'attendee', 1, 1, NULL, '{"tableNumber": 7, "paymentStatus": "paid", "amountPaidCents": 4500, "invoiceNumber": "INV-R9PB-J879"}');
INSERT INTO "history" VALUES (6, '2026-11-23T13:40:13.244Z', 1, 'unknown', 'attendee.registered', 'attendee', 2, 1, NULL, '{"tableNumber": 8, "paymentStatus": "unpaid", "amountPaidCents": null, "invoiceNumber": "INV-FQDF-JDZ3"}');
INSERT INTO "history" VALUES (7, '2026-11-23T13:40:13.256Z', 1, 'unknown', 'attendee.registered', 'attendee', 3, 1, NULL, '{"tableNumber": 7, "paymentStatus": "50%", "amountPaidCents": null, "invoiceNumber": "INV-4HQ5-K6NM"}');
INSERT INTO "history" VALUES (8, '2026-11-23T13:40:13.371Z', 1, 'unknown', 'user.created', 'user', 2, NULL, NULL, '{"username": "olive", "fullName": "Olive Organizer", "role": "organizer"}');
INSERT INTO "history" VALUES (9, '2026-11-23T13:40:13.406Z', 1, 'unknown', 'import.started', 'import', 1, 1, NULL, '{"fileName": "", "imported": 1, "errors": 0, "duplicates": 0}');
INSERT INTO "history" VALUES (10, '2026-11-23T13:40:13.560Z', NULL, 'unknown', 'user.sign_in_refused', 'user', 1, NULL, NULL, NULL);
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
INSERT INTO "lineage" VALUES (1, 'cea583d32aaf4c0f85714c740bbaa604', '7800b0eeafd244eba8d527a6b8fa2b35', 0);
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
CREATE TABLE erased_tickets (
	qr_hash VARCHAR(22) NOT NULL, 
	attendee_id INTEGER, 
	erased_at VARCHAR(24) NOT NULL, 
	CONSTRAINT pk_erased_tickets PRIMARY KEY (qr_hash)
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
