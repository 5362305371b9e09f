BEGIN TRANSACTION;
CREATE TABLE absences (
	id INTEGER NOT NULL, 
	event_id INTEGER NOT NULL, 
	slot INTEGER NOT NULL, 
	stage TEXT NOT NULL, 
	round INTEGER NOT NULL, 
	stand_in TEXT NOT NULL, 
	log_id INTEGER NOT NULL, 
	PRIMARY KEY (id), 
	UNIQUE (event_id, stage, round, slot), 
	FOREIGN KEY(event_id) REFERENCES events (id), 
	FOREIGN KEY(log_id) REFERENCES log (id) DEFERRABLE INITIALLY DEFERRED
);
CREATE TABLE adjustments (
	id INTEGER NOT NULL, 
	event_id INTEGER NOT NULL, 
	slot INTEGER NOT NULL, 
	kind TEXT NOT NULL, 
	points TEXT NOT NULL, 
	stage TEXT NOT NULL, 
	round INTEGER NOT NULL, 
	reason TEXT NOT NULL, 
	log_id INTEGER NOT NULL, 
	ended INTEGER, 
	PRIMARY KEY (id), 
	FOREIGN KEY(event_id) REFERENCES events (id), 
	FOREIGN KEY(log_id) REFERENCES log (id) DEFERRABLE INITIALLY DEFERRED
);
CREATE TABLE check_ins (
	id INTEGER NOT NULL, 
	event_id INTEGER NOT NULL, 
	entry_id INTEGER NOT NULL, 
	day INTEGER NOT NULL, 
	log_id INTEGER NOT NULL, 
	PRIMARY KEY (id), 
	UNIQUE (entry_id, day), 
	FOREIGN KEY(event_id) REFERENCES events (id), 
	FOREIGN KEY(entry_id) REFERENCES entries (id), 
	FOREIGN KEY(log_id) REFERENCES log (id) DEFERRABLE INITIALLY DEFERRED
);
CREATE TABLE entries (
	id INTEGER NOT NULL, 
	event_id INTEGER NOT NULL, 
	name TEXT NOT NULL, 
	club TEXT NOT NULL, 
	city TEXT NOT NULL, 
	team TEXT NOT NULL, 
	state TEXT NOT NULL, 
	priority INTEGER NOT NULL, 
	pool BOOLEAN NOT NULL, 
	PRIMARY KEY (id), 
	UNIQUE (event_id, name), 
	FOREIGN KEY(event_id) REFERENCES events (id)
);
INSERT INTO "entries" VALUES(1,1,'Anna','','','','confirmed',0,0);
INSERT INTO "entries" VALUES(2,1,'Boris','','','','confirmed',0,0);
CREATE TABLE events (
	id INTEGER NOT NULL, 
	name TEXT NOT NULL, 
	format_name TEXT NOT NULL, 
	format_text TEXT NOT NULL, 
	rules_name TEXT NOT NULL, 
	rules_text TEXT NOT NULL, 
	seed TEXT NOT NULL, 
	phase TEXT NOT NULL, 
	PRIMARY KEY (id), 
	UNIQUE (name)
);
INSERT INTO "events" VALUES(1,'Friday','one-table-club-night','# An evening at a club: ten players, one table, eight games by a matrix in which everybody has other
# seats and other neighbours from game to game. One who leaves early is not disqualified.

title = "Club night at one table"
title_ru = "Клубный вечер за одним столом"
source = "A template"
rules = "fiim-v7"
players = 10
seats = 10

[conduct]
empty_seat = "stand-in"
missed_round = "nothing"
leaving = "withdrawn"
substitutes = true
replays = "free"

[[days]]

[[stages]]
name = "main"
title = "Games"
title_ru = "Игры"
rounds = 8
tables = 1
seating = ["matrix"]
','fiim-v7','# FIIM with the automatic bonus and a dearer best move, as mafiaratings holds it: scoring 19,
# version 7. Everybody gets 0.3 unless the judge takes it away; that this also costs 0.3 in the
# count of the best player of the tournament (MVP) is left out, for that count is not made here. The
# source does not date its versions: the year is an estimate. Counters of Ci run apart in the final,
# and its players take the first places; all other stages are one group. The last step of the
# source, the number of the player, is a lot here. A removal for technical fouls, which the source
# does not know yet, costs what any removal costs.

title = "FIIM, version 7"
source = "Data of mafiaratings, scoring 19, version 7"
year = 2023
judge_penalties = true
autobonus = 0.3
weighted = ["win", "beside", "best_move", "extras", "titles", "autobonus", "compensation"]
tie_break = ["points", "additional_net", "wins", "wins_special", "first_killed", "lot"]

[points]
won = 1

[[best_move]]
hits = 3
points = 0.7

[[best_move]]
hits = 2
points = 0.5

[extras]

[exits]
fouls = -0.5
tech = -0.5
removed = -0.5
give_up = -0.5
team_loss = -0.7

[compensation]
formula = "share"
unit = 0.5
share = 0.4
cap = 0.5
group = "group"

[compensation.pays]
hit_lost = 1
no_hit_lost = 1

[stages."*"]
group = "main"

[stages.final]
names = ["finals", "финал"]
group = "final"
final = true
','','registration');
CREATE TABLE fields (
	id INTEGER NOT NULL, 
	event_id INTEGER NOT NULL, 
	stage TEXT NOT NULL, 
	slots TEXT NOT NULL, 
	log_id INTEGER NOT NULL, 
	PRIMARY KEY (id), 
	UNIQUE (event_id, stage), 
	FOREIGN KEY(event_id) REFERENCES events (id), 
	FOREIGN KEY(log_id) REFERENCES log (id) DEFERRABLE INITIALLY DEFERRED
);
CREATE TABLE log (
	id INTEGER NOT NULL, 
	event_id INTEGER NOT NULL, 
	at TEXT NOT NULL, 
	who TEXT NOT NULL, 
	what TEXT NOT NULL, 
	why TEXT NOT NULL, 
	"before" TEXT NOT NULL, 
	"after" TEXT NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY(event_id) REFERENCES events (id)
);
INSERT INTO "log" VALUES(1,1,'2026-11-30T19:14:53Z','chief','new','','','{"format": "one-table-club-night", "name": "Friday", "rules": "fiim-v7"}');
INSERT INTO "log" VALUES(2,1,'2026-11-30T19:14:53Z','chief','register','','{"states": {}}','{"added": ["Anna", "Boris"], "changed": [], "pool": false, "state": "confirmed"}');
CREATE TABLE occupants (
	id INTEGER NOT NULL, 
	event_id INTEGER NOT NULL, 
	slot INTEGER NOT NULL, 
	entry_id INTEGER NOT NULL, 
	stage TEXT NOT NULL, 
	round INTEGER NOT NULL, 
	log_id INTEGER NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY(event_id) REFERENCES events (id), 
	FOREIGN KEY(entry_id) REFERENCES entries (id), 
	FOREIGN KEY(log_id) REFERENCES log (id) DEFERRABLE INITIALLY DEFERRED
);
CREATE TABLE protocols (
	id INTEGER NOT NULL, 
	event_id INTEGER NOT NULL, 
	stage TEXT NOT NULL, 
	round INTEGER NOT NULL, 
	"table" INTEGER NOT NULL, 
	version INTEGER NOT NULL, 
	game TEXT NOT NULL, 
	log_id INTEGER NOT NULL, 
	PRIMARY KEY (id), 
	UNIQUE (event_id, stage, round, "table", version), 
	FOREIGN KEY(event_id) REFERENCES events (id), 
	FOREIGN KEY(log_id) REFERENCES log (id) DEFERRABLE INITIALLY DEFERRED
);
CREATE TABLE rounds (
	id INTEGER NOT NULL, 
	event_id INTEGER NOT NULL, 
	stage TEXT NOT NULL, 
	round INTEGER NOT NULL, 
	mode TEXT NOT NULL, 
	seed TEXT NOT NULL, 
	tables TEXT NOT NULL, 
	facts TEXT NOT NULL, 
	log_id INTEGER NOT NULL, 
	PRIMARY KEY (id), 
	UNIQUE (event_id, stage, round), 
	FOREIGN KEY(event_id) REFERENCES events (id), 
	FOREIGN KEY(log_id) REFERENCES log (id) DEFERRABLE INITIALLY DEFERRED
);
CREATE TABLE schema_version (
	id INTEGER NOT NULL, 
	version INTEGER NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "schema_version" VALUES(1,1);
CREATE INDEX ix_log_event_id ON log (event_id);
CREATE INDEX ix_entries_event_id ON entries (event_id);
CREATE INDEX ix_check_ins_event_id ON check_ins (event_id);
CREATE INDEX ix_occupants_event_id ON occupants (event_id);
CREATE INDEX ix_fields_event_id ON fields (event_id);
CREATE INDEX ix_rounds_event_id ON rounds (event_id);
CREATE INDEX ix_protocols_event_id ON protocols (event_id);
CREATE INDEX ix_adjustments_event_id ON adjustments (event_id);
CREATE INDEX ix_absences_event_id ON absences (event_id);
CREATE TRIGGER log_stays_update BEFORE UPDATE ON log BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
CREATE TRIGGER log_stays_delete BEFORE DELETE ON log BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
COMMIT;
