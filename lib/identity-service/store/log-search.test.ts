import fc from "fast-check";
import { CompiledQuery } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { planOf, recordQueries } from "@/lib/database/testing/record-queries";
import { anyCharacter } from "@/lib/testing/any-character";
import { Refusal } from "../http/refusal";
import { logEntryRow } from "../log/log-entry";
import { parseSearch } from "../management/lucene";
import { ENGINES, startTestService } from "../testing/test-service";
import { LOG_SEARCH_FIELDS, LOG_TERM_FIELDS, type LogSearch } from "./log-predicate";
import { SearchTooWide, searchLog } from "./log-search";
import type { IdentityServiceSchema, LogEntryRow } from "./schema";

const SYNTAX = { fields: LOG_SEARCH_FIELDS, fieldsOfBareTerms: LOG_TERM_FIELDS, hasRanges: true };
const parse = (query: string) => parseSearch(query, SYNTAX);
const START = Date.parse("2026-11-01T00:00:00.000Z");
const ENTRIES = 9_000;

/** Few values, so that many entries share them. */
const TYPES = ["s", "f", "fp", "fu", "sapi"] as const;
const rowOf = (index: number): LogEntryRow => {
	const address = `2001:db8::${index % 3}`;
	const entry = {
		type: TYPES[index % TYPES.length] ?? "s",
		description: index === 17 ? "Once 'only'" : null,
		request: index % 4 === 0 ? null : { user: { ip: address, address }, headers: new Headers() },
		userId: index % 2 ? `auth0|${index % 7}` : null,
		userName: `Name ${index % 11}`,
		client: index % 5 ? { clientId: `client-${index % 2}`, name: "A client" } : null,
	};
	return logEntryRow(
		{ issuer: "https://tenant.example/" },
		{ ...entry, description: entry.description ?? undefined },
		new Date(START + index * 60_000),
	);
};

/** Whether a search is true of an entry, without a database. */
function isTrue(search: LogSearch, row: LogEntryRow): boolean {
	switch (search.kind) {
		case "and":
			return search.parts.every((part) => isTrue(part, row));
		case "or":
			return search.parts.some((part) => isTrue(part, row));
		case "not":
			return !isTrue(search.part, row);
		case "condition": {
			const { field, text, before, after } = search;
			const value = row[field];
			if (value === null) return false;
			if (before) return after ? value.includes(text) : value.endsWith(text);
			// A part of a time stands for all times that begin with it.
			const isPart = field === "date" && !text.endsWith("Z");
			return after || isPart ? value.startsWith(text) : value === text;
		}
		case "range": {
			const { field, from, to } = search;
			const value = row[field];
			if (value === null) return false;
			return (
				(!from || (from.isIncluded ? value >= from.text : value > from.text)) &&
				(!to || (to.isIncluded ? value <= to.text : value < to.text))
			);
		}
	}
}

describe("a search of the log", () => {
	const anyText = fc.string({ unit: anyCharacter, minLength: 1, maxLength: 30 });

	it("is refused or understood, whatever it is", () => {
		const piece = fc.constantFrom(
			...[
				"type",
				":",
				"(",
				")",
				"[",
				"]",
				"{",
				"}",
				" TO ",
				" AND ",
				" OR ",
				"NOT ",
				'"',
				"\\",
				"*",
				"?",
				"date:",
				"a",
			],
		);
		const text = fc.oneof(
			anyText,
			fc.array(fc.oneof(piece, anyText), { maxLength: 12 }).map((parts) => parts.join("")),
		);
		fc.assert(
			fc.property(text, (query) => {
				try {
					parse(query);
				} catch (error) {
					if (!(error instanceof Refusal) || error.status !== 400) throw error;
				}
			}),
			{ numRuns: 2_000 },
		);
	});

	it("has a quoted value, and one of which each character is escaped, unchanged", () => {
		const value = { kind: "condition", field: "user_name", before: false, after: false };
		fc.assert(
			fc.property(anyText, (text) => {
				const quoted = text.replace(/["\\]/g, "\\$&");
				const escaped = Array.from(text, (character) => `\\${character}`).join("");
				expect(parse(`user_name:"${quoted}"`)).toEqual({ ...value, text });
				expect(parse(`user_name:${escaped}`)).toEqual({ ...value, text });
				expect(parse(`user_name:("${quoted}" OR ${escaped}*)`)).toMatchObject({
					parts: [{ text }, { text, after: true }],
				});
			}),
		);
	});
});

describe.each(ENGINES)("a search of the log on %s", (engine) => {
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	const rows = Array.from({ length: ENTRIES }, (_, index) => rowOf(index));
	beforeAll(async () => {
		tenant = await startTestService(engine);
		await tenant.service.database.transaction().execute(async (transaction) => {
			for (let start = 0; start < ENTRIES; start += 500)
				await transaction
					.insertInto("log_entries")
					.values(rows.slice(start, start + 500))
					.execute();
		});
	});
	afterAll(() => tenant.stop());

	const find = async (search: LogSearch, limit: number, order: "asc" | "desc" = "desc") =>
		(await searchLog(tenant.service.database, search, { limit, order })).ids;

	it("finds the entries of which it is true, in their order, however many are requested", async () => {
		const values = {
			...{ type: [...TYPES], user_id: ["auth0|1", "auth0|6", "auth0|9"], ip: ["2001:db8::1", "2001:db8::2"] },
			...{ client_id: ["client-0", "client-1"], user_name: ["Name 1", "Name 10"], description: ["Once 'only'", "no"] },
			date: [rows[100]?.date ?? "", "2026-11-02T12:34:00.000Z"],
			log_id: [rows[4_000]?.log_id ?? ""],
		};
		const leaf = fc.constantFrom(...(Object.keys(values) as (keyof typeof values)[])).chain((field) => {
			const text = fc.constantFrom(...values[field]);
			const bound = fc.option(fc.record({ text, isIncluded: fc.boolean() }));
			const part = fc
				.tuple(text, fc.nat(3), fc.nat(3))
				.map(([whole, from, to]) => whole.slice(from, whole.length - to) || whole);
			return fc.oneof(
				{
					weight: 3,
					arbitrary: text.map((each) => ({
						kind: "condition" as const,
						field,
						text: each,
						before: false,
						after: false,
					})),
				},
				fc.record({
					kind: fc.constant("condition" as const),
					field: fc.constant(field),
					text: part,
					before: fc.boolean(),
					after: fc.boolean(),
				}),
				fc.record({ kind: fc.constant("range" as const), field: fc.constant(field), from: bound, to: bound }),
			);
		});
		const { search } = fc.letrec<{ search: LogSearch }>((tie) => ({
			search: fc.oneof(
				{ depthSize: "small", withCrossShrink: true },
				leaf,
				fc.record({
					kind: fc.constantFrom("and" as const, "or" as const),
					parts: fc.array(tie("search"), { maxLength: 3 }).filter((parts) => parts.length > 0),
				}),
				fc.record({ kind: fc.constant("not" as const), part: tie("search") }),
			),
		}));
		await fc.assert(
			fc.asyncProperty(search, fc.constantFrom(1, 7, 300, 5_000), async (each, limit) => {
				const expected = rows.filter((row) => isTrue(each, row)).map(({ log_id }) => log_id);
				expect(await find(each, limit, "asc")).toEqual(expected.slice(0, limit));
				expect(await find(each, limit)).toEqual(expected.toReversed().slice(0, limit));
				const counted = { ids: expected.slice(0, limit), total: Math.min(expected.length, 2 * limit) };
				const request = { limit, countTo: 2 * limit, order: "asc" } as const;
				expect(await searchLog(tenant.service.database, each, request)).toEqual(counted);
			}),
			{ numRuns: process.env.LONG ? 2_000 : 60 },
		);
	}, 120_000);

	it("reads little more than it finds", async () => {
		const rowsRead = async (query: string, limit: number) => {
			const recorder = recordQueries<IdentityServiceSchema>(tenant.service.database);
			const { ids: found } = await searchLog(recorder.database, parse(query), { limit, order: "desc" });
			expect(recorder.rowsRead()).toBeLessThanOrEqual(2 * found.length + 40);
			return found.length;
		};
		expect(await rowsRead("type:(f OR fp)", 50)).toBe(50);
		expect(await rowsRead("user_id:auth0|1 AND type:*", 1_000)).toBe(643);
		expect(await rowsRead("\"Once 'only'\"", 50)).toBe(1);
	});

	it("reads each part from an index, between two identifiers", async () => {
		const recorder = recordQueries<IdentityServiceSchema>(tenant.service.database);
		for (const query of ["user_agent:*nowhere*", "type:s AND user_agent:*nowhere*"]) {
			await searchLog(recorder.database, parse(query), { limit: 50, order: "desc" });
			const [, , , second] = recorder.take();
			const plan = await planOf(tenant.service.database, second ?? CompiledQuery.raw(""));
			const isBetween =
				engine === "SQLite" ? /^SEARCH .*log_id>\? AND log_id<\?/ : /Index Cond: .*log_id <.* AND .*log_id >=/;
			expect(
				plan.filter((step) => isBetween.test(step)),
				plan.join("\n"),
			).toHaveLength(1);
		}
	});

	it("is refused where it compares too much, and not where an index or a time makes it less", async () => {
		const many = Array.from({ length: 250 }, (_, index) => `user_agent:*${index}xyz*`).join(" OR ");
		const all = `(${many}) OR user_name:*`;
		expect(await find(parse(all), 10)).toHaveLength(10);
		const { database } = tenant.service;
		const limited = async (query: string) =>
			(await searchLog(database, parse(query), { limit: 10, order: "desc", comparisonsMax: 100_000 })).ids;
		await expect(limited(many)).rejects.toThrow(SearchTooWide);
		// Alternatives of one field are compared at once, and only entries that are read count.
		const types = Array.from({ length: 17 }, (_, index) => (index < 3 ? TYPES[index] : `other${index}`)).join(" OR ");
		expect(await limited(`type:(${types}) AND user_agent:*nowhere*`)).toEqual([]);
		const places = Array.from({ length: 40 }, (_, index) => `user_name:none${index}`).join(" OR ");
		expect(await limited(places)).toEqual([]);
		expect(await limited(`(${many}) AND user_id:none`)).toEqual([]);
		expect(await limited(`(${many}) AND date:[2026-12-01 TO *]`)).toEqual([]);
	});
});
