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
	banned_until TEXT NOT NULL, 
	PRIMARY KEY (id), 
	UNIQUE (event_id, name), 
	FOREIGN KEY(event_id) REFERENCES events (id)
);
INSERT INTO "entries" VALUES(1,1,'Anna','','','','confirmed',0,0,'');
INSERT INTO "entries" VALUES(2,1,'Boris','','','','confirmed',0,0,'');
INSERT INTO "entries" VALUES(3,1,'Clara','','','','confirmed',0,0,'');
INSERT INTO "entries" VALUES(4,1,'Daniil','','','','confirmed',0,0,'');
INSERT INTO "entries" VALUES(5,1,'Elena','','','','confirmed',0,0,'');
INSERT INTO "entries" VALUES(6,1,'Fyodor','','','','confirmed',0,0,'');
INSERT INTO "entries" VALUES(7,1,'Galina','','','','confirmed',0,0,'');
INSERT INTO "entries" VALUES(8,1,'Hanna','','','','confirmed',0,0,'');
INSERT INTO "entries" VALUES(9,1,'Igor','','','','confirmed',0,0,'');
INSERT INTO "entries" VALUES(10,1,'Jana','','','','confirmed',0,0,'');
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
','lottery 1 2 3','playing');
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
INSERT INTO "log" VALUES(1,1,'2026-11-30T20:29:25Z','chief','new','','','{"format": "one-table-club-night", "name": "Friday", "rules": "fiim-v7"}');
INSERT INTO "log" VALUES(2,1,'2026-11-30T20:29:25Z','chief','register','','{"states": {}}','{"added": ["Anna", "Boris", "Clara", "Daniil", "Elena", "Fyodor", "Galina", "Hanna", "Igor", "Jana"], "changed": [], "pool": false, "state": "confirmed"}');
INSERT INTO "log" VALUES(3,1,'2026-11-30T20:29:25Z','chief','draw','','','{"method": "seating-draw/1", "players_digest": "b60186f8226c1675e51f9a37c2b6e1db5f799b832f80af2984a6b9baf6312fc5", "rounds": [{"round": 1, "stage": "main", "tables": [[9, 10, 7, 3, 8, 6, 2, 4, 5, 1]]}, {"round": 2, "stage": "main", "tables": [[6, 9, 1, 8, 2, 10, 7, 5, 3, 4]]}, {"round": 3, "stage": "main", "tables": [[1, 8, 5, 10, 4, 3, 9, 7, 2, 6]]}, {"round": 4, "stage": "main", "tables": [[4, 1, 3, 6, 10, 2, 5, 9, 8, 7]]}, {"round": 5, "stage": "main", "tables": [[8, 7, 2, 4, 6, 5, 1, 3, 9, 10]]}, {"round": 6, "stage": "main", "tables": [[2, 3, 10, 5, 7, 1, 6, 8, 4, 9]]}, {"round": 7, "stage": "main", "tables": [[5, 4, 9, 2, 1, 7, 3, 6, 10, 8]]}, {"round": 8, "stage": "main", "tables": [[3, 5, 6, 7, 9, 8, 4, 10, 1, 2]]}], "seed": "lottery 1 2 3", "slots": ["Elena", "Hanna", "Anna", "Fyodor", "Clara", "Jana", "Daniil", "Igor", "Galina", "Boris"], "tickets": ["059a3d72c4a1de40f25a425a74b93c22e4842369ad10fbf059463a01c68cec38", "12c602078276bc91e97529f466dfecd37567e9af4081ce808dba537d36cc6d17", "13ee5cb91b105a74d21abf7025d33cdf9c8c5c5067809ce26c6644d6db4db169", "2bedb5433d0591504f666f61f90a45f27cacc66d17f94a33067473844f68cbaa", "3661f4e60f6189f9b150f290fa8d5c2cf52c7806182650ec8174a3983de18c9f", "406d60a629a3a7b8c3bfadcfb7b1604b36b2bd72da0e4a0d18faea8411420f94", "947cb21dc495380bf8a80bf1bc8acf0be594ce76d16b326dfbd4cc7a6440fcda", "b563a897c7941d0f303f4fecefb20ac2e5e59a38dd19ceea79b30e70d282d675", "e3bff3582a7f7ed1498b9bd70cb5cc9e9ce448e407dfc60a99a12e6a3d2cbae1", "e7c7e134bcd3dbfb6952a68dea370671fdf72be6729c48409f03fcfe396203e1"]}');
INSERT INTO "log" VALUES(4,1,'2026-11-30T20:29:25Z','Vera','record','','','{"games": ["{\"best_move\": [4, 8, 9], \"first_killed\": 3, \"record\": {}, \"result\": \"black\", \"round\": 1, \"seats\": [{\"extras\": [0.3], \"player\": \"Galina\", \"role\": \"don\", \"seat\": 1, \"slot\": \"9\"}, {\"player\": \"Boris\", \"role\": \"civilian\", \"seat\": 2, \"slot\": \"10\"}, {\"exit\": {\"kind\": \"night\", \"number\": 1}, \"player\": \"Daniil\", \"role\": \"civilian\", \"seat\": 3, \"slot\": \"7\"}, {\"player\": \"Anna\", \"role\": \"mafia\", \"seat\": 4, \"slot\": \"3\"}, {\"player\": \"Igor\", \"role\": \"civilian\", \"seat\": 5, \"slot\": \"8\"}, {\"player\": \"Jana\", \"role\": \"civilian\", \"seat\": 6, \"slot\": \"6\"}, {\"player\": \"Hanna\", \"role\": \"mafia\", \"seat\": 7, \"slot\": \"2\"}, {\"player\": \"Fyodor\", \"role\": \"sheriff\", \"seat\": 8, \"slot\": \"4\"}, {\"player\": \"Clara\", \"role\": \"civilian\", \"seat\": 9, \"slot\": \"5\"}, {\"player\": \"Elena\", \"role\": \"civilian\", \"seat\": 10, \"slot\": \"1\"}], \"stage\": \"main\", \"table\": 1}"]}');
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
INSERT INTO "occupants" VALUES(1,1,1,5,'',0,3);
INSERT INTO "occupants" VALUES(2,1,2,8,'',0,3);
INSERT INTO "occupants" VALUES(3,1,3,1,'',0,3);
INSERT INTO "occupants" VALUES(4,1,4,6,'',0,3);
INSERT INTO "occupants" VALUES(5,1,5,3,'',0,3);
INSERT INTO "occupants" VALUES(6,1,6,10,'',0,3);
INSERT INTO "occupants" VALUES(7,1,7,4,'',0,3);
INSERT INTO "occupants" VALUES(8,1,8,9,'',0,3);
INSERT INTO "occupants" VALUES(9,1,9,7,'',0,3);
INSERT INTO "occupants" VALUES(10,1,10,2,'',0,3);
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
INSERT INTO "protocols" VALUES(1,1,'main',1,1,1,'{"best_move": [4, 8, 9], "first_killed": 3, "record": {}, "result": "black", "round": 1, "seats": [{"extras": [0.3], "player": "Galina", "role": "don", "seat": 1, "slot": "9"}, {"player": "Boris", "role": "civilian", "seat": 2, "slot": "10"}, {"exit": {"kind": "night", "number": 1}, "player": "Daniil", "role": "civilian", "seat": 3, "slot": "7"}, {"player": "Anna", "role": "mafia", "seat": 4, "slot": "3"}, {"player": "Igor", "role": "civilian", "seat": 5, "slot": "8"}, {"player": "Jana", "role": "civilian", "seat": 6, "slot": "6"}, {"player": "Hanna", "role": "mafia", "seat": 7, "slot": "2"}, {"player": "Fyodor", "role": "sheriff", "seat": 8, "slot": "4"}, {"player": "Clara", "role": "civilian", "seat": 9, "slot": "5"}, {"player": "Elena", "role": "civilian", "seat": 10, "slot": "1"}], "stage": "main", "table": 1}',4);
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
INSERT INTO "rounds" VALUES(1,1,'main',1,'matrix','','[[9, 10, 7, 3, 8, 6, 2, 4, 5, 1]]','{"certificate": {"order": "order", "criteria": [{"criterion": "never_met", "value": 0, "bound": 0, "proved": true, "gap": 0, "argument": "trivial"}, {"criterion": "outside_band", "value": 0, "bound": 0, "proved": true, "gap": 0, "argument": "trivial"}, {"criterion": "spread", "value": 2880, "bound": 2880, "proved": true, "gap": 0, "argument": "pairs"}, {"criterion": "table_range", "value": [8, 8], "bound": 0, "proved": true, "gap": 0, "argument": "trivial"}, {"criterion": "table_squares", "value": 640, "bound": 640, "proved": true, "gap": 0, "argument": "counting"}, {"criterion": "range", "value": [8, 8], "bound": 0, "proved": true, "gap": 0, "argument": "trivial"}, {"criterion": "seats", "value": 0, "bound": 0, "proved": true, "gap": 0, "argument": "trivial"}, {"criterion": "halves", "value": 0, "bound": 0, "proved": true, "gap": 0, "argument": "trivial"}, {"criterion": "seat_pairs", "value": 0, "bound": 0, "proved": true, "gap": 0, "argument": "trivial"}, {"criterion": "first_last", "value": 1, "bound": 1, "proved": true, "gap": 0, "argument": "counting"}, {"criterion": "neighbour_most", "value": 2, "bound": 2, "proved": true, "gap": 0, "argument": "counting"}, {"criterion": "neighbours", "value": 35, "bound": 35, "proved": true, "gap": 0, "argument": "counting"}]}, "digest": "0ca264cea5aea445be87a35951329d560ad648ae40d2d6353d8033c0cfe8222f", "places": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]}',3);
INSERT INTO "rounds" VALUES(2,1,'main',2,'matrix','','[[6, 9, 1, 8, 2, 10, 7, 5, 3, 4]]','{}',3);
INSERT INTO "rounds" VALUES(3,1,'main',3,'matrix','','[[1, 8, 5, 10, 4, 3, 9, 7, 2, 6]]','{}',3);
INSERT INTO "rounds" VALUES(4,1,'main',4,'matrix','','[[4, 1, 3, 6, 10, 2, 5, 9, 8, 7]]','{}',3);
INSERT INTO "rounds" VALUES(5,1,'main',5,'matrix','','[[8, 7, 2, 4, 6, 5, 1, 3, 9, 10]]','{}',3);
INSERT INTO "rounds" VALUES(6,1,'main',6,'matrix','','[[2, 3, 10, 5, 7, 1, 6, 8, 4, 9]]','{}',3);
INSERT INTO "rounds" VALUES(7,1,'main',7,'matrix','','[[5, 4, 9, 2, 1, 7, 3, 6, 10, 8]]','{}',3);
INSERT INTO "rounds" VALUES(8,1,'main',8,'matrix','','[[3, 5, 6, 7, 9, 8, 4, 10, 1, 2]]','{}',3);
CREATE TABLE schema_version (
	id INTEGER NOT NULL, 
	version INTEGER NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "schema_version" VALUES(1,2);
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
