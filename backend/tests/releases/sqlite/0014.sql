PRAGMA writable_schema = ON;
BEGIN;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES ('0014');
CREATE TABLE failed_sign_ins (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	account_hash VARCHAR(64) NOT NULL, 
	address VARCHAR(64) NOT NULL, 
	failed_at VARCHAR(24) NOT NULL
, device VARCHAR(24));
INSERT INTO "failed_sign_ins" VALUES (3, '8c6976e5b5410415bde908bd4dee15dfb167a9c873fc4bb8a81f6f2ab448a918', 'testclient', '2026-11-23T05:43:52.955Z', '0118ce85879f8f425ee15697');
CREATE TABLE issued_invoice_numbers (
	number VARCHAR(40) NOT NULL, 
	CONSTRAINT pk_issued_invoice_numbers PRIMARY KEY (number)
);
INSERT INTO "issued_invoice_numbers" VALUES ('INV-C6Q9-86BJ');
INSERT INTO "issued_invoice_numbers" VALUES ('INV-B7DS-2NPM');
INSERT INTO "issued_invoice_numbers" VALUES ('INV-9D3G-SAYM');
INSERT INTO "issued_invoice_numbers" VALUES ('INV-6AWQ-YJNH');
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
INSERT INTO "scan_log" VALUES (1, 1, 1, 1, 'Front door', 'admitted', 'DL1.1.4P14K885S0EFFRFX8AXCSBE1HX', '2026-11-23T05:43:52.870Z', 1, '2026-11-23T05:43:52.870Z', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
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
INSERT INTO "users" VALUES (1, 'admin', 'admin', 'Administrator', 'super_admin', '$argon2id$v=19$m=47104,t=1,p=1$c+bifD3+nTEq1i1PItLtnw$6fvrhuyasjkI/JLVjFnwQRDtIeVtFrnbGUgYY1ffRJk', 0, 1, '2026-11-23T05:43:52.580Z', '2026-11-23T05:43:52.678Z', 1, '2026-11-23T05:43:52.580Z', NULL, '8846d4db9dfab5673e9d2dadb450e9648ea7a370b9566223aa69d7288094acc2');
INSERT INTO "users" VALUES (2, 'olive', 'olive', 'Olive Organizer', 'organizer', '$argon2id$v=19$m=47104,t=1,p=1$2Q7kO9RvxvIClCs+O4eUZg$FPI/GCADTlofGXzhZOBeq/dHiYv5Mpo2ZXjtmLyqUiI', 1, 1, '2026-11-23T05:43:52.924Z', NULL, 1, '2026-11-23T05:43:52.924Z', 1, NULL);
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
INSERT INTO "events" VALUES (1, 'Spring Gala', '2026-11-20', '19:30', 4500, 1, '2026-11-23T05:43:52.805Z', '2026-11-23T05:43:52.805Z', 1, NULL);
CREATE TABLE sessions (
	token_hash VARCHAR(64) NOT NULL, 
	user_id INTEGER NOT NULL, 
	created_at VARCHAR(24) NOT NULL, 
	expires_at VARCHAR(24) NOT NULL, 
	CONSTRAINT pk_sessions PRIMARY KEY (token_hash), 
	CONSTRAINT fk_sessions_user_id_users FOREIGN KEY(user_id) REFERENCES users (id) ON DELETE CASCADE
);
INSERT INTO "sessions" VALUES ('e04f6d37be87991a9a88bb787bcc7c75fd0b6a6c5fea6a6a9d716902556c213d', 1, '2026-11-23T05:43:52.678Z', '2026-11-23T13:43:52.678Z');
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
INSERT INTO "attendees" VALUES (1, 1, 'Ada Lovelace', '0491 570 006', 7, 'paid', 'paid', 'paid', 4500, 'INV-C6Q9-86BJ', 'DL1.1.4P14K885S0EFFRFX8AXCSBE1HX', 1, '2026-11-23T05:43:52.870Z', 1, 1, ' ada lovelace 
0491570006
invc6q986bj', NULL, 1, '2026-11-23T05:43:52.839Z', '2026-11-23T05:43:52.839Z', 1, NULL, 'AJvix_e67Rfhmqotfj2sgA', NULL, 'ada lovelace', 'lovelace ada lovelace');
INSERT INTO "attendees" VALUES (2, 1, 'Zoë Ångström', '0491 570 156', 8, 'unpaid', 'unpaid', 'owed', NULL, 'INV-B7DS-2NPM', 'DL1.1.1VTM7G9FHZ9TNBARW451B50GNH', 0, NULL, NULL, 1, ' zoe angstrom 
0491570156
invb7ds2npm', NULL, 1, '2026-11-23T05:43:52.853Z', '2026-11-23T05:43:52.853Z', 1, NULL, 'qqoUP2-jx1yDm4bPbjZ-1g', NULL, 'zoe angstrom', 'angstrom zoe angstrom');
INSERT INTO "attendees" VALUES (3, 1, 'Charles Babbage', '0491 570 157', 7, '50%', '50%', 'owed', NULL, 'INV-9D3G-SAYM', 'DL1.1.0RD2M3AX9R28MJKZBS6FP8X4FY', 0, NULL, NULL, 1, ' charles babbage 
0491570157
inv9d3gsaym', NULL, 1, '2026-11-23T05:43:52.862Z', '2026-11-23T05:43:52.862Z', 1, NULL, 'kZ_xnayjVEDuWk4G1YoD3A', NULL, 'charles babbage', 'babbage charles babbage');
INSERT INTO "attendees" VALUES (4, 1, 'Grace Hopper', '0491 570 158', 9, 'paid', 'paid', 'paid', 4500, 'INV-6AWQ-YJNH', 'DL1.1.2XP4H5743ZCMG403QNBRV2PTER', 0, NULL, NULL, 1, ' grace hopper 
0491570158
inv6awqyjnh', NULL, 1, '2026-11-23T05:43:52.944Z', '2026-11-23T05:43:52.944Z', 1, 1, 'S9sh4wT-vUoHHHVEzC-y1w', NULL, 'grace hopper', 'hopper grace hopper');
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
INSERT INTO "imports" VALUES (1, 1, 1, '', 'done', 1, 1, 1, 1, 0, 0, NULL, '2026-11-23T05:43:52.939Z', '2026-11-23T05:43:52.944Z');
CREATE TABLE 'attendee_search_data'(id INTEGER PRIMARY KEY, block BLOB);
INSERT INTO "attendee_search_data" VALUES (1, X'04810F040908');
INSERT INTO "attendee_search_data" VALUES (10, X'00000000FF00000101040400040101010101000001020101020200000103010103030000010401010404000001');
INSERT INTO "attendee_search_data" VALUES (137438953473, X'0000012F04300A30340102100202696E01021B0103200A3001020F0202616401020202026C6F0102060103303030010217030136010218020234390102110202360A0102190103313537010214010334393101021201033537300102150103360A6901021A0202626A010224020271390102200103373030010216010338366201022301033931350102130202383601022201033A313A0106010102010361206C0102050202636501020C0202646101020302026964010C010203010303010363367101021F0202652001020D0103646120010204010365200A01020E02026C6101020A0103696E7601021C01036C616301020B02026F7601020701036E766301021D01036F76650102080103706169010C0102020103020103713938010221010376633601021E0202656C01020904080708070708060707080808080707080808070A0807070C080708080708080708080D0808');
INSERT INTO "attendee_search_data" VALUES (274877906945, X'0000015204300A30340202100202696E02021B0103200A3002020F0202616E02020602027A6F02020201033031350202170202343902021101033135360202180301370202140103326E700202230103343931020212010335360A020219020237300202150103360A6902021A010337303102021602026473020220010339313502021301033A313A02060101020103616964020601020502026E67020207010362376402021F0103647332020221010365206102020501036773740202090103696E7602021C01036D200A02020E01036E677302020802027061020601020303016D0202240202766202021D01036F652002020402026D2002020D020277650206010302010370616902060102040103726F6D02020C010373326E0202220202747202020A010374726F02020B0103756E700206010202010376623702021E0103776564020601030301037A6F650202030408070807070807080608080807080807080A0A07080808080808080906070807090A080807080A080A');
INSERT INTO "attendee_search_data" VALUES (412316860417, X'0000014304300A30340302130202696E03021E0103200A300302120202626103020A02026368030202010330313503021A0202343903021401033135370304170601033367730302240103343931030215010335302503060102020202370A03021C0301300302180103370A6903021D0202303103021901033931350302160202643303022201033A313A0306010102010361626203020C0202676503020F0202726C0302050202796D030227010362616203020B03016703020E0202626103020D01036368610302030103643367030223010365200A0302110202732003020801036765200302100202736103022501036861720302040103696E7603021F01036C657303020701036E763903022001036F776503060103020103726C6503020601037320620302090202617903022601037639640302210103776564030601030304080708070708070908080A0706080708070A08070707080607080808070807080808080A08080708');
INSERT INTO "attendee_search_data" VALUES (549755813889, X'0000013304300A30340402100202696E04021B0103200A3004020F020267720402020202686F0402080103303135040217020234390402110103313537040214030138040218010334393104021201033537300402150202380A040219010336617704021F01033730310402160103380A6904021A010339313504021301033A313A0406010102010361636504020502026964040C01020301030302027771040220010363652004020601036520680402070202722004020D01036772610402030103686F700402090103696E7604021C01036A6E6804022401036E763604021D01036F707004020A0103706169040C0102020103020202657204020C0202706504020B010371796A040222010372200A04020E02026163040204010376366104021E01037771790402210103796A6E04022304080708070708070806080807080808080A080C070808070808080808080D07070808070808');
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
INSERT INTO "history" VALUES (1, '2026-11-23T05:43:52.583Z', NULL, NULL, 'user.created', 'user', 1, NULL, NULL, '{"username": "admin", "fullName": "Administrator", "role": "super_admin"}');
INSERT INTO "history" VALUES (2, '2026-11-23T05:43:52.680Z', 1, 'unknown', 'user.signed_in', 'user', 1, NULL, NULL, NULL);
INSERT INTO "history" VALUES (3, '2026-11-23T05:43:52.791Z', 1, 'unknown', 'user.password_changed', 'user', 1, NULL, NULL, NULL);
INSERT INTO "history" VALUES (4, '2026-11-23T05:43:52.807Z', 1, 'unknown', 'event.created', 'event', 1, 1, NULL, '{"name": "Spring Gala", "date": "2026-11-20", "time": "19:30", "ticketPriceCents": 4500}');
INSERT INTO "history" VALUES (5, '2026-11-23T05:43:52.845Z', 1, 'unknown', 'attendee.registered', 'attendee', 1, 1, NULL, '{"tableNumber": 7, "paymentStatus": "paid", "amountPaidCents": 4500, "invoiceNumber": "INV-C6Q9-86BJ"}');
INSERT INTO "history" VALUES (6, '2026-11-23T05:43:52.856Z', 1, 'unknown', 'attendee.registered', 'attendee', 2, 1, NULL, '{"tableNumber": 8, "paymentStatus": "unpaid", "amountPaidCents": null, "invoiceNumber": "INV-B7DS-2NPM"}');
INSERT INTO "history" VALUES (7, '2026-11-23T05:43:52.864Z', 1, 'unknown', 'attendee.registered', 'attendee', 3, 1, NULL, '{"tableNumber": 7, "paymentStatus": "50%", "amountPaidCents": null, "invoiceNumber": "INV-9D3G-SAYM"}');
INSERT INTO "history" VALUES (8, '2026-11-23T05:43:52.926Z', 1, 'unknown', 'user.created', 'user', 2, NULL, NULL, '{"username": "olive", "fullName": "Olive Organizer", "role": "organizer"}');
INSERT INTO "history" VALUES (9, '2026-11-23T05:43:52.941Z', 1, 'unknown', 'import.started', 'import', 1, 1, NULL, '{"fileName": "", "imported": 1, "errors": 0, "duplicates": 0}');
INSERT INTO "history" VALUES (10, '2026-11-23T05:43:53.005Z', NULL, 'unknown', 'user.sign_in_refused', 'user', 1, NULL, NULL, NULL);
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
INSERT INTO "lineage" VALUES (1, '3a7e4e1d40c64c86968255ea138a7a66', '28f12e8ee40447d1b61d6062e47bf4e9', 0);
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
