CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;
CREATE FUNCTION public.attendee_search_added() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN
        INSERT INTO attendee_search (attendee_id, event_id, payment_group, payment, search_text)
        SELECT id, event_id, payment_group, payment_folded, search_text FROM added;
        RETURN NULL;
    END $$;
CREATE FUNCTION public.attendee_search_changed() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN
        UPDATE attendee_search
        SET attendee_id = new.id, event_id = new.event_id, payment_group = new.payment_group,
            payment = new.payment_folded, search_text = new.search_text
        WHERE attendee_id = old.id;
        RETURN NULL;
    END $$;
CREATE FUNCTION public.attendee_search_emptied() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN
        TRUNCATE attendee_search;
        RETURN NULL;
    END $$;
CREATE FUNCTION public.attendee_search_removed() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN
        -- As a list, which is looked into by its hash: a join would be planned once, perhaps when the table was empty,
        -- and then read all of the table for each row.
        DELETE FROM attendee_search WHERE attendee_id = ANY (ARRAY(SELECT id FROM removed));
        RETURN NULL;
    END $$;
CREATE TABLE public.alembic_version (
    version_num character varying(32) NOT NULL
);
CREATE TABLE public.attendee_search (
    attendee_id bigint NOT NULL,
    event_id bigint NOT NULL,
    payment_group text NOT NULL,
    payment text NOT NULL,
    search_text text NOT NULL
);
ALTER TABLE ONLY public.attendee_search ALTER COLUMN search_text SET STATISTICS 500;
CREATE TABLE public.attendees (
    id bigint NOT NULL,
    event_id bigint NOT NULL,
    full_name character varying(200) NOT NULL,
    phone character varying(40) NOT NULL,
    table_number bigint NOT NULL,
    payment_status character varying(40) NOT NULL,
    payment_folded character varying NOT NULL,
    payment_group character varying(13) NOT NULL,
    amount_paid_cents bigint,
    invoice_number character varying(40) NOT NULL,
    qr_code_data character varying(500) NOT NULL,
    attended boolean NOT NULL,
    attended_at timestamp with time zone,
    scanned_by bigint,
    sold_by bigint,
    search_text character varying NOT NULL,
    registration_key uuid,
    version bigint NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    updated_by bigint,
    import_id bigint,
    qr_hash character varying(22) NOT NULL,
    notes character varying(500),
    name_key character varying(100) NOT NULL COLLATE pg_catalog."C",
    last_name_key character varying(100) NOT NULL COLLATE pg_catalog."C",
    CONSTRAINT ck_attendees_attended_at CHECK ((attended = (attended_at IS NOT NULL))),
    CONSTRAINT ck_attendees_table_number CHECK ((table_number >= 0))
);
CREATE SEQUENCE public.attendees_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.attendees_id_seq OWNED BY public.attendees.id;
CREATE TABLE public.door_conflicts (
    id bigint NOT NULL,
    kind character varying(20) NOT NULL,
    event_id bigint,
    attendee_id bigint,
    named character varying(120),
    grant_id bigint,
    log_ids json NOT NULL,
    at timestamp with time zone NOT NULL,
    state character varying(10) NOT NULL,
    note character varying(500),
    decided_by bigint,
    decided_at timestamp with time zone,
    version bigint NOT NULL,
    created_at timestamp with time zone NOT NULL
);
CREATE SEQUENCE public.door_conflicts_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.door_conflicts_id_seq OWNED BY public.door_conflicts.id;
CREATE TABLE public.door_grants (
    id bigint NOT NULL,
    secret_hash character varying(64) NOT NULL,
    user_id bigint NOT NULL,
    event_id bigint NOT NULL,
    device character varying(100),
    created_at timestamp with time zone NOT NULL,
    makes_until timestamp with time zone NOT NULL,
    delivers_until timestamp with time zone NOT NULL,
    last_contact_at timestamp with time zone NOT NULL,
    waiting bigint NOT NULL,
    ended_at timestamp with time zone,
    ended_by bigint,
    announced_sequence bigint,
    announced_at timestamp with time zone,
    unsent json,
    session character varying(64),
    pass_id bigint
);
CREATE SEQUENCE public.door_grants_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.door_grants_id_seq OWNED BY public.door_grants.id;
CREATE TABLE public.door_passes (
    id bigint NOT NULL,
    secret_hash character varying(64) NOT NULL,
    user_id bigint NOT NULL,
    event_id bigint NOT NULL,
    door character varying(100) NOT NULL,
    helper character varying(100),
    created_at timestamp with time zone NOT NULL,
    claim_until timestamp with time zone NOT NULL,
    makes_until timestamp with time zone NOT NULL,
    claimed_at timestamp with time zone,
    claim_key_hash character varying(64),
    revoked_at timestamp with time zone,
    revoked_by bigint
);
CREATE SEQUENCE public.door_passes_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.door_passes_id_seq OWNED BY public.door_passes.id;
CREATE TABLE public.events (
    id bigint NOT NULL,
    name character varying(200) NOT NULL,
    date character varying(10) NOT NULL,
    "time" character varying(5),
    ticket_price_cents bigint,
    version bigint NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    updated_by bigint,
    creation_key uuid,
    capacity bigint
);
CREATE SEQUENCE public.events_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.events_id_seq OWNED BY public.events.id;
CREATE TABLE public.failed_sign_ins (
    id bigint NOT NULL,
    account_hash character varying(64) NOT NULL,
    address character varying(64) NOT NULL,
    failed_at timestamp with time zone NOT NULL,
    device character varying(24)
);
CREATE SEQUENCE public.failed_sign_ins_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.failed_sign_ins_id_seq OWNED BY public.failed_sign_ins.id;
CREATE TABLE public.history (
    id bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    user_id bigint,
    address character varying(45),
    action character varying(40) NOT NULL,
    subject character varying(20) NOT NULL,
    subject_id bigint,
    event_id bigint,
    before json,
    after json
);
CREATE TABLE public.history_attendees (
    attendee_id bigint NOT NULL,
    entry_id bigint NOT NULL
);
CREATE SEQUENCE public.history_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.history_id_seq OWNED BY public.history.id;
CREATE TABLE public.imports (
    id bigint NOT NULL,
    created_by bigint,
    event_id bigint,
    file_name character varying(200) NOT NULL,
    state character varying(10) NOT NULL,
    is_settled boolean NOT NULL,
    total bigint NOT NULL,
    added bigint NOT NULL,
    imported bigint NOT NULL,
    errors bigint NOT NULL,
    duplicates bigint NOT NULL,
    message character varying(500),
    created_at timestamp with time zone NOT NULL,
    finished_at timestamp with time zone
);
CREATE SEQUENCE public.imports_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.imports_id_seq OWNED BY public.imports.id;
CREATE TABLE public.issued_invoice_numbers (
    number character varying(40) NOT NULL
);
CREATE TABLE public.lineage (
    id bigint NOT NULL,
    epoch uuid NOT NULL,
    restored uuid NOT NULL,
    log_from bigint NOT NULL
);
CREATE TABLE public.recovery_codes (
    user_id bigint NOT NULL,
    code_hash character varying(64) NOT NULL
);
CREATE TABLE public.required_second_factors (
    role character varying(20) NOT NULL
);
CREATE TABLE public.scan_log (
    id bigint NOT NULL,
    attendee_id bigint,
    event_id bigint,
    user_id bigint NOT NULL,
    device character varying(100),
    outcome character varying(20) NOT NULL,
    qr_data character varying(500),
    attended_at timestamp with time zone,
    attended_by bigint,
    scanned_at timestamp with time zone NOT NULL,
    idempotency_key uuid,
    received_at timestamp with time zone,
    grant_id bigint,
    sequence bigint,
    shown character varying(20),
    certainty character varying(20),
    list_as_of timestamp with time zone,
    clock_error bigint,
    about_key uuid,
    helper character varying(100)
);
CREATE SEQUENCE public.scan_log_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.scan_log_id_seq OWNED BY public.scan_log.id;
CREATE TABLE public.second_factors (
    user_id bigint NOT NULL,
    secret character varying(64) NOT NULL,
    created_at timestamp with time zone NOT NULL,
    confirmed_at timestamp with time zone,
    last_step bigint NOT NULL
);
CREATE TABLE public.sessions (
    token_hash character varying(64) NOT NULL,
    user_id bigint NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    device character varying(60),
    address character varying(45),
    last_used_at timestamp with time zone
);
CREATE TABLE public.users (
    id bigint NOT NULL,
    username character varying(64) NOT NULL,
    username_folded character varying NOT NULL,
    full_name character varying(200) NOT NULL,
    role character varying(20) NOT NULL,
    password_hash character varying(200) NOT NULL,
    must_change_password boolean NOT NULL,
    is_active boolean NOT NULL,
    created_at timestamp with time zone NOT NULL,
    last_login timestamp with time zone,
    version bigint NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    updated_by bigint,
    device_key character varying(64)
);
CREATE SEQUENCE public.users_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.users_id_seq OWNED BY public.users.id;
ALTER TABLE ONLY public.attendees ALTER COLUMN id SET DEFAULT nextval('public.attendees_id_seq'::regclass);
ALTER TABLE ONLY public.door_conflicts ALTER COLUMN id SET DEFAULT nextval('public.door_conflicts_id_seq'::regclass);
ALTER TABLE ONLY public.door_grants ALTER COLUMN id SET DEFAULT nextval('public.door_grants_id_seq'::regclass);
ALTER TABLE ONLY public.door_passes ALTER COLUMN id SET DEFAULT nextval('public.door_passes_id_seq'::regclass);
ALTER TABLE ONLY public.events ALTER COLUMN id SET DEFAULT nextval('public.events_id_seq'::regclass);
ALTER TABLE ONLY public.failed_sign_ins ALTER COLUMN id SET DEFAULT nextval('public.failed_sign_ins_id_seq'::regclass);
ALTER TABLE ONLY public.history ALTER COLUMN id SET DEFAULT nextval('public.history_id_seq'::regclass);
ALTER TABLE ONLY public.imports ALTER COLUMN id SET DEFAULT nextval('public.imports_id_seq'::regclass);
ALTER TABLE ONLY public.scan_log ALTER COLUMN id SET DEFAULT nextval('public.scan_log_id_seq'::regclass);
ALTER TABLE ONLY public.users ALTER COLUMN id SET DEFAULT nextval('public.users_id_seq'::regclass);
INSERT INTO public.alembic_version VALUES
	('0018');
INSERT INTO public.attendee_search VALUES
	(1, 1, 'paid', 'paid', ' ada lovelace 
0491570006
invnby5rwtp'),
	(2, 1, 'owed', 'unpaid', ' zoe angstrom 
0491570156
invx2w7majs'),
	(3, 1, 'owed', '50%', ' charles babbage 
0491570157
inv65qwexjp'),
	(4, 1, 'paid', 'paid', ' grace hopper 
0491570158
invmcdtwy5n');
INSERT INTO public.attendees VALUES
	(2, 1, 'Zoë Ångström', '0491 570 156', 8, 'unpaid', 'unpaid', 'owed', NULL, 'INV-X2W7-MAJS', 'DL1.1.68W310EC83VG24WV9X026H3ZYA', false, NULL, NULL, 1, ' zoe angstrom 
0491570156
invx2w7majs', NULL, 1, '2026-11-23 13:01:10.41+00', '2026-11-23 13:01:10.41+00', 1, NULL, 's0LIERRHkOn8qzNF2V30qA', NULL, 'zoe angstrom', 'angstrom zoe angstrom'),
	(3, 1, 'Charles Babbage', '0491 570 157', 7, '50%', '50%', 'owed', NULL, 'INV-65QW-EXJP', 'DL1.1.4S60Y51YE1Q3XQRC4YGPKJWPC6', false, NULL, NULL, 1, ' charles babbage 
0491570157
inv65qwexjp', NULL, 1, '2026-11-23 13:01:10.438+00', '2026-11-23 13:01:10.438+00', 1, NULL, 'f24majhvfuzJ-Jb6rm6QIw', NULL, 'charles babbage', 'babbage charles babbage'),
	(1, 1, 'Ada Lovelace', '0491 570 006', 7, 'paid', 'paid', 'paid', 4500, 'INV-NBY5-RWTP', 'DL1.1.3A83DT1Y99MVE0H3CGWYC4MPJH', true, '2026-11-23 13:01:10.479+00', 1, 1, ' ada lovelace 
0491570006
invnby5rwtp', NULL, 1, '2026-11-23 13:01:10.332+00', '2026-11-23 13:01:10.332+00', 1, NULL, 'GIBpNg5NfrEyyjPm0PrKMg', NULL, 'ada lovelace', 'lovelace ada lovelace'),
	(4, 1, 'Grace Hopper', '0491 570 158', 9, 'paid', 'paid', 'paid', 4500, 'INV-MCDT-WY5N', 'DL1.1.0GE82VDNY9Z2VY6JQN2F5DXVZP', false, NULL, NULL, 1, ' grace hopper 
0491570158
invmcdtwy5n', NULL, 1, '2026-11-23 13:01:10.792+00', '2026-11-23 13:01:10.792+00', 1, 1, 'BA2lAs9i_Pvu3y4LPOdn_Q', NULL, 'grace hopper', 'hopper grace hopper');
INSERT INTO public.events VALUES
	(1, 'Spring Gala', '2026-11-20', '19:30', 4500, 1, '2026-11-23 13:01:10.214+00', '2026-11-23 13:01:10.214+00', 1, NULL, NULL);
INSERT INTO public.failed_sign_ins VALUES
	(3, '8c6976e5b5410415bde908bd4dee15dfb167a9c873fc4bb8a81f6f2ab448a918', 'testclient', '2026-11-23 13:01:10.982+00', '84e971a53e697e792e1593f4');
INSERT INTO public.history VALUES
	(1, '2026-11-23 13:01:09.627+00', NULL, NULL, 'user.created', 'user', 1, NULL, NULL, '{"username": "admin", "fullName": "Administrator", "role": "super_admin"}'),
	(2, '2026-11-23 13:01:09.885+00', 1, 'unknown', 'user.signed_in', 'user', 1, NULL, NULL, NULL),
	(3, '2026-11-23 13:01:10.18+00', 1, 'unknown', 'user.password_changed', 'user', 1, NULL, NULL, NULL),
	(4, '2026-11-23 13:01:10.217+00', 1, 'unknown', 'event.created', 'event', 1, 1, NULL, '{"name": "Spring Gala", "date": "2026-11-20", "time": "19:30", "ticketPriceCents": 4500, "capacity": null}'),
	(5, '2026-11-23 13:01:10.387+00', 1, 'unknown', 'attendee.registered', 'attendee', 1, 1, NULL, '{"tableNumber": 7, "paymentStatus": "paid", "amountPaidCents": 4500, "invoiceNumber": "INV-NBY5-RWTP"}'),
	(6, '2026-11-23 13:01:10.422+00', 1, 'unknown', 'attendee.registered', 'attendee', 2, 1, NULL, '{"tableNumber": 8, "paymentStatus": "unpaid", "amountPaidCents": null, "invoiceNumber": "INV-X2W7-MAJS"}'),
	(7, '2026-11-23 13:01:10.445+00', 1, 'unknown', 'attendee.registered', 'attendee', 3, 1, NULL, '{"tableNumber": 7, "paymentStatus": "50%", "amountPaidCents": null, "invoiceNumber": "INV-65QW-EXJP"}'),
	(8, '2026-11-23 13:01:10.639+00', 1, 'unknown', 'user.created', 'user', 2, NULL, NULL, '{"username": "olive", "fullName": "Olive Organizer", "role": "organizer"}'),
	(9, '2026-11-23 13:01:10.771+00', 1, 'unknown', 'import.started', 'import', 1, 1, NULL, '{"fileName": "", "imported": 1, "errors": 0, "duplicates": 0}'),
	(10, '2026-11-23 13:01:11.307+00', NULL, 'unknown', 'user.sign_in_refused', 'user', 1, NULL, NULL, NULL);
INSERT INTO public.history_attendees VALUES
	(4, 9);
INSERT INTO public.imports VALUES
	(1, 1, 1, '', 'done', true, 1, 1, 1, 0, 0, NULL, '2026-11-23 13:01:10.761+00', '2026-11-23 13:01:10.792+00');
INSERT INTO public.issued_invoice_numbers VALUES
	('INV-NBY5-RWTP'),
	('INV-X2W7-MAJS'),
	('INV-65QW-EXJP'),
	('INV-MCDT-WY5N');
INSERT INTO public.lineage VALUES
	(1, '30b1f2a8-4458-4a1e-b78e-91c453334f68', '39630bda-6744-49dc-8d2b-64b2e443d8e1', 0);
INSERT INTO public.scan_log VALUES
	(1, 1, 1, 1, 'Front door', 'admitted', 'DL1.1.3A83DT1Y99MVE0H3CGWYC4MPJH', '2026-11-23 13:01:10.479+00', 1, '2026-11-23 13:01:10.479+00', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.sessions VALUES
	('40e57963918f272a099ad13f108dc587570d49e21d7e683b4c26aa691c56489d', 1, '2026-11-23 13:01:09.877+00', '2026-11-23 21:01:09.877+00', NULL, 'unknown', '2026-11-23 13:01:10.182+00');
INSERT INTO public.users VALUES
	(1, 'admin', 'admin', 'Administrator', 'super_admin', '$argon2id$v=19$m=47104,t=1,p=1$WJsiOcGY18oHFKCrgV+/zw$sjgzDnBccPRzN+0iCDAzb/bXvo32VE24xPJ5kYGwrZc', false, true, '2026-11-23 13:01:09.601+00', '2026-11-23 13:01:09.877+00', 1, '2026-11-23 13:01:09.601+00', NULL, 'da08cda57755eb7d840af298a1e4dc01958e1b70cd6fb2419883f87f01fe09b2'),
	(2, 'olive', 'olive', 'Olive Organizer', 'organizer', '$argon2id$v=19$m=47104,t=1,p=1$7ieS9Ypi9CwQUaVeGgZ4Dw$1PjozrHirdzEFHrxb7cG7YlsXDKmUIjmT7Z205gqhtg', true, true, '2026-11-23 13:01:10.607+00', NULL, 1, '2026-11-23 13:01:10.607+00', 1, NULL);
SELECT pg_catalog.setval('public.attendees_id_seq', 4, true);
SELECT pg_catalog.setval('public.door_conflicts_id_seq', 1, false);
SELECT pg_catalog.setval('public.door_grants_id_seq', 1, false);
SELECT pg_catalog.setval('public.door_passes_id_seq', 1, false);
SELECT pg_catalog.setval('public.events_id_seq', 1, true);
SELECT pg_catalog.setval('public.failed_sign_ins_id_seq', 3, true);
SELECT pg_catalog.setval('public.history_id_seq', 10, true);
SELECT pg_catalog.setval('public.imports_id_seq', 1, true);
SELECT pg_catalog.setval('public.scan_log_id_seq', 1, true);
SELECT pg_catalog.setval('public.users_id_seq', 2, true);
ALTER TABLE ONLY public.alembic_version
    ADD CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num);
ALTER TABLE ONLY public.attendee_search
    ADD CONSTRAINT pk_attendee_search PRIMARY KEY (attendee_id);
ALTER TABLE ONLY public.attendees
    ADD CONSTRAINT pk_attendees PRIMARY KEY (id);
ALTER TABLE ONLY public.door_conflicts
    ADD CONSTRAINT pk_door_conflicts PRIMARY KEY (id);
ALTER TABLE ONLY public.door_grants
    ADD CONSTRAINT pk_door_grants PRIMARY KEY (id);
ALTER TABLE ONLY public.door_passes
    ADD CONSTRAINT pk_door_passes PRIMARY KEY (id);
ALTER TABLE ONLY public.events
    ADD CONSTRAINT pk_events PRIMARY KEY (id);
ALTER TABLE ONLY public.failed_sign_ins
    ADD CONSTRAINT pk_failed_sign_ins PRIMARY KEY (id);
ALTER TABLE ONLY public.history
    ADD CONSTRAINT pk_history PRIMARY KEY (id);
ALTER TABLE ONLY public.history_attendees
    ADD CONSTRAINT pk_history_attendees PRIMARY KEY (attendee_id, entry_id);
ALTER TABLE ONLY public.imports
    ADD CONSTRAINT pk_imports PRIMARY KEY (id);
ALTER TABLE ONLY public.issued_invoice_numbers
    ADD CONSTRAINT pk_issued_invoice_numbers PRIMARY KEY (number);
ALTER TABLE ONLY public.lineage
    ADD CONSTRAINT pk_lineage PRIMARY KEY (id);
ALTER TABLE ONLY public.recovery_codes
    ADD CONSTRAINT pk_recovery_codes PRIMARY KEY (user_id, code_hash);
ALTER TABLE ONLY public.required_second_factors
    ADD CONSTRAINT pk_required_second_factors PRIMARY KEY (role);
ALTER TABLE ONLY public.scan_log
    ADD CONSTRAINT pk_scan_log PRIMARY KEY (id);
ALTER TABLE ONLY public.second_factors
    ADD CONSTRAINT pk_second_factors PRIMARY KEY (user_id);
ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT pk_sessions PRIMARY KEY (token_hash);
ALTER TABLE ONLY public.users
    ADD CONSTRAINT pk_users PRIMARY KEY (id);
ALTER TABLE ONLY public.attendees
    ADD CONSTRAINT uq_attendees_invoice_number UNIQUE (invoice_number);
ALTER TABLE ONLY public.attendees
    ADD CONSTRAINT uq_attendees_qr_code_data UNIQUE (qr_code_data);
ALTER TABLE ONLY public.attendees
    ADD CONSTRAINT uq_attendees_registration_key UNIQUE (registration_key);
ALTER TABLE ONLY public.door_grants
    ADD CONSTRAINT uq_door_grants_secret_hash UNIQUE (secret_hash);
ALTER TABLE ONLY public.door_passes
    ADD CONSTRAINT uq_door_passes_secret_hash UNIQUE (secret_hash);
ALTER TABLE ONLY public.scan_log
    ADD CONSTRAINT uq_scan_log_idempotency_key UNIQUE (idempotency_key);
ALTER TABLE ONLY public.users
    ADD CONSTRAINT uq_users_username_folded UNIQUE (username_folded);
CREATE INDEX ix_attendee_search_event_id_attendee_id ON public.attendee_search USING btree (event_id, attendee_id);
CREATE INDEX ix_attendee_search_search_text ON public.attendee_search USING gin (search_text public.gin_trgm_ops) WITH (gin_pending_list_limit='256');
CREATE INDEX ix_attendees_event_id_id ON public.attendees USING btree (event_id, id);
CREATE INDEX ix_attendees_import_id ON public.attendees USING btree (import_id) WHERE (import_id IS NOT NULL);
CREATE INDEX ix_attendees_last_name_key ON public.attendees USING btree (last_name_key, id, event_id);
CREATE INDEX ix_attendees_name_key ON public.attendees USING btree (name_key, id, event_id);
CREATE INDEX ix_attendees_qr_hash ON public.attendees USING btree (qr_hash);
CREATE INDEX ix_attendees_table_number ON public.attendees USING btree (table_number, id, event_id);
CREATE INDEX ix_door_conflicts_attendee_id ON public.door_conflicts USING btree (attendee_id);
CREATE INDEX ix_door_conflicts_event_id_at_id ON public.door_conflicts USING btree (event_id, at, id);
CREATE INDEX ix_door_conflicts_state_at_id ON public.door_conflicts USING btree (state, at, id);
CREATE INDEX ix_door_grants_delivers_until ON public.door_grants USING btree (delivers_until);
CREATE INDEX ix_door_grants_event_id ON public.door_grants USING btree (event_id);
CREATE INDEX ix_door_grants_pass_id ON public.door_grants USING btree (pass_id);
CREATE INDEX ix_door_grants_user_id ON public.door_grants USING btree (user_id);
CREATE INDEX ix_door_passes_event_id ON public.door_passes USING btree (event_id);
CREATE INDEX ix_door_passes_user_id ON public.door_passes USING btree (user_id);
CREATE UNIQUE INDEX ix_events_creation_key ON public.events USING btree (creation_key);
CREATE INDEX ix_events_date_time_id ON public.events USING btree (date, "time", id);
CREATE INDEX ix_failed_sign_ins_account_hash_address ON public.failed_sign_ins USING btree (account_hash, address);
CREATE INDEX ix_failed_sign_ins_address ON public.failed_sign_ins USING btree (address);
CREATE INDEX ix_failed_sign_ins_failed_at ON public.failed_sign_ins USING btree (failed_at);
CREATE INDEX ix_history_at_id ON public.history USING btree (at, id);
CREATE INDEX ix_history_attendees_entry_id ON public.history_attendees USING btree (entry_id);
CREATE INDEX ix_history_json_restores ON public.history USING btree (id) WHERE ((action)::text = 'backup.file_restored'::text);
CREATE INDEX ix_history_subject_at_id ON public.history USING btree (subject, at, id);
CREATE INDEX ix_history_subject_subject_id_at_id ON public.history USING btree (subject, subject_id, at, id);
CREATE INDEX ix_history_user_id_at_id ON public.history USING btree (user_id, at, id);
CREATE INDEX ix_history_user_id_subject_at_id ON public.history USING btree (user_id, subject, at, id);
CREATE INDEX ix_scan_log_attendee_id ON public.scan_log USING btree (attendee_id);
CREATE INDEX ix_scan_log_event_id_scanned_at ON public.scan_log USING btree (event_id, scanned_at, outcome, device);
CREATE INDEX ix_sessions_expires_at ON public.sessions USING btree (expires_at);
CREATE INDEX ix_sessions_user_id ON public.sessions USING btree (user_id);
CREATE TRIGGER attendee_search_added AFTER INSERT ON public.attendees REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.attendee_search_added();
CREATE TRIGGER attendee_search_changed AFTER UPDATE OF id, event_id, search_text, payment_folded, payment_group ON public.attendees FOR EACH ROW WHEN (((old.id IS DISTINCT FROM new.id) OR (old.event_id IS DISTINCT FROM new.event_id) OR ((old.search_text)::text IS DISTINCT FROM (new.search_text)::text) OR ((old.payment_folded)::text IS DISTINCT FROM (new.payment_folded)::text) OR ((old.payment_group)::text IS DISTINCT FROM (new.payment_group)::text))) EXECUTE FUNCTION public.attendee_search_changed();
CREATE TRIGGER attendee_search_emptied AFTER TRUNCATE ON public.attendees FOR EACH STATEMENT EXECUTE FUNCTION public.attendee_search_emptied();
CREATE TRIGGER attendee_search_removed AFTER DELETE ON public.attendees REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION public.attendee_search_removed();
ALTER TABLE ONLY public.attendees
    ADD CONSTRAINT fk_attendees_event_id_events FOREIGN KEY (event_id) REFERENCES public.events(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.attendees
    ADD CONSTRAINT fk_attendees_scanned_by_users FOREIGN KEY (scanned_by) REFERENCES public.users(id) ON DELETE SET NULL;
ALTER TABLE ONLY public.attendees
    ADD CONSTRAINT fk_attendees_sold_by_users FOREIGN KEY (sold_by) REFERENCES public.users(id) ON DELETE SET NULL;
ALTER TABLE ONLY public.attendees
    ADD CONSTRAINT fk_attendees_updated_by_users FOREIGN KEY (updated_by) REFERENCES public.users(id) ON DELETE SET NULL;
ALTER TABLE ONLY public.door_grants
    ADD CONSTRAINT fk_door_grants_ended_by_users FOREIGN KEY (ended_by) REFERENCES public.users(id) ON DELETE SET NULL;
ALTER TABLE ONLY public.door_grants
    ADD CONSTRAINT fk_door_grants_event_id_events FOREIGN KEY (event_id) REFERENCES public.events(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.door_grants
    ADD CONSTRAINT fk_door_grants_user_id_users FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.door_passes
    ADD CONSTRAINT fk_door_passes_event_id_events FOREIGN KEY (event_id) REFERENCES public.events(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.door_passes
    ADD CONSTRAINT fk_door_passes_revoked_by_users FOREIGN KEY (revoked_by) REFERENCES public.users(id) ON DELETE SET NULL;
ALTER TABLE ONLY public.door_passes
    ADD CONSTRAINT fk_door_passes_user_id_users FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.events
    ADD CONSTRAINT fk_events_updated_by_users FOREIGN KEY (updated_by) REFERENCES public.users(id) ON DELETE SET NULL;
ALTER TABLE ONLY public.imports
    ADD CONSTRAINT fk_imports_created_by_users FOREIGN KEY (created_by) REFERENCES public.users(id) ON DELETE SET NULL;
ALTER TABLE ONLY public.imports
    ADD CONSTRAINT fk_imports_event_id_events FOREIGN KEY (event_id) REFERENCES public.events(id) ON DELETE SET NULL;
ALTER TABLE ONLY public.recovery_codes
    ADD CONSTRAINT fk_recovery_codes_user_id_users FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.second_factors
    ADD CONSTRAINT fk_second_factors_user_id_users FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT fk_sessions_user_id_users FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.users
    ADD CONSTRAINT fk_users_updated_by_users FOREIGN KEY (updated_by) REFERENCES public.users(id) ON DELETE SET NULL;
