PRAGMA writable_schema = ON;
BEGIN;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES ('0012');
CREATE TABLE failed_sign_ins (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	account_hash VARCHAR(64) NOT NULL, 
	address VARCHAR(64) NOT NULL, 
	failed_at VARCHAR(24) NOT NULL
, device VARCHAR(24));
INSERT INTO "failed_sign_ins" VALUES (3, '8c6976e5b5410415bde908bd4dee15dfb167a9c873fc4bb8a81f6f2ab448a918', 'testclient', '2026-11-23T02:19:28.762Z', '46f48d4643c9992ccde097ca');
CREATE TABLE issued_invoice_numbers (
	number VARCHAR(40) NOT NULL, 
	CONSTRAINT pk_issued_invoice_numbers PRIMARY KEY (number)
);
INSERT INTO "issued_invoice_numbers" VALUES ('INV-Z8KM-5GP5');
INSERT INTO "issued_invoice_numbers" VALUES ('INV-62QY-JBFK');
INSERT INTO "issued_invoice_numbers" VALUES ('INV-J4DN-6CGJ');
INSERT INTO "issued_invoice_numbers" VALUES ('INV-9D7R-VA3J');
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
INSERT INTO "scan_log" VALUES (1, 1, 1, 1, 'Front door', 'admitted', 'DL1.1.2S2DW1N4PHV6D7E0GYR52DS968', '2026-11-23T02:19:28.638Z', 1, '2026-11-23T02:19:28.638Z', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
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
INSERT INTO "users" VALUES (1, 'admin', 'admin', 'Administrator', 'super_admin', '$argon2id$v=19$m=47104,t=1,p=1$Bng2vqDT1gFjJJRR47LAzA$qyJyaPT4hZ1pclFc+8WVjEGN0vQ6MgfWEgTuVb+hCa8', 0, 1, '2026-11-23T02:19:27.807Z', '2026-11-23T02:19:28.194Z', 1, '2026-11-23T02:19:27.807Z', NULL, '1bc1ead6db965aeb028c0bd81b1e0b4685089f0aa9c5eb9bedeb86e8313e5827');
INSERT INTO "users" VALUES (2, 'olive', 'olive', 'Olive Organizer', 'organizer', '$argon2id$v=19$m=47104,t=1,p=1$pytbSBDrS9lm6Wx0CpDKPg$N82zL+4EwXgKuLDyUuqEwweti6U5Nh+F2WvA5M4aYc0', 1, 1, '2026-11-23T02:19:28.699Z', NULL, 1, '2026-11-23T02:19:28.699Z', 1, NULL);
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
INSERT INTO "events" VALUES (1, 'Spring Gala', '2026-11-20', '19:30', 4500, 1, '2026-11-23T02:19:28.477Z', '2026-11-23T02:19:28.477Z', 1, NULL);
CREATE TABLE sessions (
	token_hash VARCHAR(64) NOT NULL, 
	user_id INTEGER NOT NULL, 
	created_at VARCHAR(24) NOT NULL, 
	expires_at VARCHAR(24) NOT NULL, 
	CONSTRAINT pk_sessions PRIMARY KEY (token_hash), 
	CONSTRAINT fk_sessions_user_id_users FOREIGN KEY(user_id) REFERENCES users (id) ON DELETE CASCADE
);
INSERT INTO "sessions" VALUES ('65915dd7ba32890b7f2ed4a55508791a8902aa4bcf800ccd27962b6756d9af5f', 1, '2026-11-23T02:19:28.194Z', '2026-11-23T10:19:28.194Z');
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
INSERT INTO "attendees" VALUES (1, 1, 'Ada Lovelace', '0491 570 006', 7, 'paid', 'paid', 'paid', 4500, 'INV-Z8KM-5GP5', 'DL1.1.2S2DW1N4PHV6D7E0GYR52DS968', 1, '2026-11-23T02:19:28.638Z', 1, 1, 'ada lovelace
0491 570 006
0491570006
inv-z8km-5gp5', NULL, 1, '2026-11-23T02:19:28.531Z', '2026-11-23T02:19:28.531Z', 1, NULL, '53RSldwE07jfVfB0yxiwQA', NULL);
INSERT INTO "attendees" VALUES (2, 1, 'Zoë Ångström', '0491 570 156', 8, 'unpaid', 'unpaid', 'owed', NULL, 'INV-62QY-JBFK', 'DL1.1.7T0G6QQ796KQ03RW9BZYAZRWTN', 0, NULL, NULL, 1, 'zoe angstrom
0491 570 156
0491570156
inv-62qy-jbfk', NULL, 1, '2026-11-23T02:19:28.576Z', '2026-11-23T02:19:28.576Z', 1, NULL, '3ZG7koOhGgn2I-szuqv4vA', NULL);
INSERT INTO "attendees" VALUES (3, 1, 'Charles Babbage', '0491 570 157', 7, '50%', '50%', 'owed', NULL, 'INV-J4DN-6CGJ', 'DL1.1.6H7TC0JN5WM1V3Z0B571M5EKKT', 0, NULL, NULL, 1, 'charles babbage
0491 570 157
0491570157
inv-j4dn-6cgj', NULL, 1, '2026-11-23T02:19:28.594Z', '2026-11-23T02:19:28.594Z', 1, NULL, 'PlBEQX_1AOVWm_VZzBtZGQ', NULL);
INSERT INTO "attendees" VALUES (4, 1, 'Grace Hopper', '0491 570 158', 9, 'paid', 'paid', 'paid', 4500, 'INV-9D7R-VA3J', 'DL1.1.20XQBRKE99PR6A2V73SJ35YQ3D', 0, NULL, NULL, 1, 'grace hopper
0491 570 158
0491570158
inv-9d7r-va3j', NULL, 1, '2026-11-23T02:19:28.733Z', '2026-11-23T02:19:28.733Z', 1, 1, 'QE7YlPuZv-NkF9-ma9emiA', NULL);
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
INSERT INTO "imports" VALUES (1, 1, 1, '', 'done', 1, 1, 1, 1, 0, 0, NULL, '2026-11-23T02:19:28.727Z', '2026-11-23T02:19:28.733Z');
CREATE TABLE 'attendee_search_data'(id INTEGER PRIMARY KEY, block BLOB);
INSERT INTO "attendee_search_data" VALUES (1, X'048143040908');
INSERT INTO "attendee_search_data" VALUES (10, X'00000002FF00000101040400040101010101000001020101020200000103010103030000010401010404000001');
INSERT INTO "attendee_search_data" VALUES (137438953473, X'0000016704300A303401040E0F0202696E01022601032030300102170202353701021302026C6F01020501032D356701022F02027A3801022A0103302030010216020230300102220301360104180D0202343901040F0F0202360A0104190D01033120350102120202353701021F01033439310104100F01033537300104140E020267700102300103360A3001021A03016901022501033730200102150301300102210103386B6D01022C010339312001021103013501021E01033A313A0106010102010361206C0102040202636501020B0202646101020202026964010C010203010303010363650A01020C01036461200102030103650A3001020D02026C6101020901036770350102310103696E7601022701036B6D2D01022D01036C616301020A02026F7601020601036D2D3501022E01036E762D01022801036F76650102070103706169010C0102020103020103762D7A0102290202656C01020801037A386B01022B040907080707080708070708080807090907080608060808060A0807070C0808080708080808070808080D0807');
INSERT INTO "attendee_search_data" VALUES (274877906945, X'0000018A04300A303402040E0F0202696E0202260103203135020217020235370202130202616E02020501032D363202022A02026A6202022F0103302031020216020231350202220202343902040F0F0103312035020212020235360204180D03013702021F010332717902022C01033439310204100F010335360A0204190D020237300204140E0103360A3002021A0301690202250202327102022B0103373020020215030131020221010339312002021103013502021E01033A313A02060101020103616964020601020502026E67020206010362666B020231010365206102020401036773740202080103696E7602022701036A626602023001036D0A3002020D01036E67730202070202706102060102030202762D02022801036F652002020302026D0A02020C02027765020601030201037061690206010204010371792D02022D0103726F6D02020B0103737472020209010374726F02020A0103756E7002060102020103762D36020229010377656402060103030103792D6A02022E01037A6F65020202040907080707080708070808080608090908080607080608060A0A070808080808080809070807090A080808080A080A08');
INSERT INTO "attendee_search_data" VALUES (412316860417, X'0000017904300A30340304110F0202696E030229010320313503021A020235370302160202626103020901032D366303023202026A3403022D010330203103021902023135030225020234390304120F01033120350302150202353703061B090601033439310304130F0202646E03022F010335302503060102020202370A03041C0D0301300304170E01033663670302330103370A3003021D03016903022802023020030218030131030224010339312003021403013503022101033A313A0306010102010361626203020B0202676503020E0202726C030204010362616203020A03016703020D0202626103020C010363676A030234020268610302020103646E2D0302300103650A3003021002027320030207010367650A03020F01036861720302030103696E7603022A01036A346403022E01036C657303020601036E2D360302310202762D03022B01036F776503060103020103726C6503020501037320620302080103762D6A03022C010377656403060103030409070807070807080708080909070A0807080806070608060A0807070806070807080807080808080808070A080808');
INSERT INTO "attendee_search_data" VALUES (549755813889, X'0000016404300A303404040E0F0202696E0402260103203135040217020235370402130202686F04020701032D396404022A0202766104022F0103302031040216020231350402220202343904040F0F01033120350402120202353704021F0301380404180D01033439310404100F01033537300404140E0202380A0404190D01033730200402150301310402210202722D04022D0103380A3004021A030169040225010339312004021103013504021E0202643704022B01033A313A0406010102010361336A0402310202636504020402026964040C0102030103030103636520040205010364377204022C01036520680402060202720A04020C01036772610402020103686F700402080103696E7604022701036E762D04022801036F70700402090103706169040C0102020103020202657204020B0202706504020A0103720A3004020D02022D7604022E020261630402030103762D3904022902026133040230040907080707080708070808070709090808060708060806070A08070C0808080708080808080D070708070708');
CREATE TABLE 'attendee_search_idx'(segid, term, pgno, PRIMARY KEY(segid, term)) WITHOUT ROWID;
INSERT INTO "attendee_search_idx" VALUES (1, X'', 2);
INSERT INTO "attendee_search_idx" VALUES (2, X'', 2);
INSERT INTO "attendee_search_idx" VALUES (3, X'', 2);
INSERT INTO "attendee_search_idx" VALUES (4, X'', 2);
CREATE TABLE 'attendee_search_docsize'(id INTEGER PRIMARY KEY, sz BLOB, origin INTEGER);
INSERT INTO "attendee_search_docsize" VALUES (1, X'30010202', 1);
INSERT INTO "attendee_search_docsize" VALUES (2, X'30010402', 2);
INSERT INTO "attendee_search_docsize" VALUES (3, X'33010102', 3);
INSERT INTO "attendee_search_docsize" VALUES (4, X'30010202', 4);
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
INSERT INTO "history" VALUES (1, '2026-11-23T02:19:27.814Z', NULL, NULL, 'user.created', 'user', 1, NULL, NULL, '{"username": "admin", "fullName": "Administrator", "role": "super_admin"}');
INSERT INTO "history" VALUES (2, '2026-11-23T02:19:28.196Z', 1, 'unknown', 'user.signed_in', 'user', 1, NULL, NULL, NULL);
INSERT INTO "history" VALUES (3, '2026-11-23T02:19:28.452Z', 1, 'unknown', 'user.password_changed', 'user', 1, NULL, NULL, NULL);
INSERT INTO "history" VALUES (4, '2026-11-23T02:19:28.479Z', 1, 'unknown', 'event.created', 'event', 1, 1, NULL, '{"name": "Spring Gala", "date": "2026-11-20", "time": "19:30", "ticketPriceCents": 4500}');
INSERT INTO "history" VALUES (5, '2026-11-23T02:19:28.550Z', 1, 'unknown', 'attendee.registered', 'attendee', 1, 1, NULL, '{"tableNumber": 7, "paymentStatus": "paid", "amountPaidCents": 4500, "invoiceNumber": "INV-Z8KM-5GP5"}');
INSERT INTO "history" VALUES (6, '2026-11-23T02:19:28.578Z', 1, 'unknown', 'attendee.registered', 'attendee', 2, 1, NULL, '{"tableNumber": 8, "paymentStatus": "unpaid", "amountPaidCents": null, "invoiceNumber": "INV-62QY-JBFK"}');
INSERT INTO "history" VALUES (7, '2026-11-23T02:19:28.596Z', 1, 'unknown', 'attendee.registered', 'attendee', 3, 1, NULL, '{"tableNumber": 7, "paymentStatus": "50%", "amountPaidCents": null, "invoiceNumber": "INV-J4DN-6CGJ"}');
INSERT INTO "history" VALUES (8, '2026-11-23T02:19:28.700Z', 1, 'unknown', 'user.created', 'user', 2, NULL, NULL, '{"username": "olive", "fullName": "Olive Organizer", "role": "organizer"}');
INSERT INTO "history" VALUES (9, '2026-11-23T02:19:28.730Z', 1, 'unknown', 'import.started', 'import', 1, 1, NULL, '{"fileName": "", "imported": 1, "errors": 0, "duplicates": 0}');
INSERT INTO "history" VALUES (10, '2026-11-23T02:19:28.826Z', NULL, 'unknown', 'user.sign_in_refused', 'user', 1, NULL, NULL, NULL);
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
INSERT INTO "lineage" VALUES (1, '82e3e4e57f354b769635d39a4e6dd515', '4ce5823dba394d939ee8f631d8554c50', 0);
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
COMMIT;
