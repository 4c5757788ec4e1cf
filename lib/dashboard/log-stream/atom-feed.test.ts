import { DOMParser } from "@xmldom/xmldom";
import fc from "fast-check";
import { expect, test } from "vitest";
import { anyCharacter } from "@/lib/testing/any-character";
import { atomOf, type FeedEntry } from "./atom-feed";
import { NOT_DECIDED } from "./log-event";

const ATOM = "http://www.w3.org/2005/Atom";
const address = "https://console.example/feed";
const page = { address, tenant: "Acme & Söhne", console: "https://console.example", older: null, self: address };

function entry(sequence: number, given: Partial<FeedEntry["event"]> = {}): FeedEntry {
	return {
		sequence,
		at: "2026-03-10T12:00:01.000Z",
		event: {
			id: `evt_${sequence}`,
			type: "template.changed",
			at: "2026-03-10T12:00:00.000Z",
			outcome: "done",
			summary: "Ann changed template “A”",
			actor: { id: "ann", name: "Ann" },
			reference: "r",
			reason: null,
			...NOT_DECIDED,
			target: { kind: "template", id: "vct_1", name: "A" },
			changes: ["+city", "-portrait", "~name", "other"],
			values: [{ part: "name", before: "B", after: "A" }],
			more_changes: 0,
			...given,
		},
	};
}

/** The document, parsed strictly. */
function parsed(xml: string) {
	const errorHandler = (_level: string, message: string) => {
		throw new Error(message);
	};
	const document = new DOMParser({ errorHandler }).parseFromString(xml, "application/xml");
	const texts = (name: string) =>
		Array.from(document.getElementsByTagNameNS(ATOM, name)).map(({ textContent }) => textContent);
	const links = Object.fromEntries(
		Array.from(document.getElementsByTagNameNS(ATOM, "link")).map((link) => [
			link.getAttribute("rel"),
			link.getAttribute("href"),
		]),
	);
	return { document, texts, links };
}

test("a feed has what RFC 4287 requires of it and of each entry", () => {
	const { document, texts, links } = parsed(atomOf({ ...page, entries: [entry(2), entry(1)] }));
	expect(document.documentElement).toMatchObject({ namespaceURI: ATOM, localName: "feed" });
	expect(texts("title")).toEqual(["Changes of Acme & Söhne", "Ann changed template “A”", "Ann changed template “A”"]);
	expect(texts("id")).toHaveLength(3);
	for (const id of texts("id")) {
		expect(id).toMatch(/^urn:uuid:[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
	}
	expect(new Set(texts("id")).size).toBe(3);
	expect(texts("updated")).toEqual(Array(3).fill("2026-03-10T12:00:01.000Z"));
	expect(texts("name")).toEqual(["Ann", "Ann"]);
	expect(texts("content")[0]).toBe('Added city\nRemoved portrait\nChanged name: "B" → "A"\nother\ntemplate vct_1');
	const { texts: ofMany } = parsed(
		atomOf({ ...page, entries: [entry(1, { changes: ["+city"], more_changes: 8_900 })] }),
	);
	expect(ofMany("content")[0]).toBe("Added city\nAnd 8,900 more\ntemplate vct_1");
	const reason = "SUP-1 <asked>\u202e & \u05d0";
	expect(parsed(atomOf({ ...page, entries: [entry(1, { changes: [], reason })] })).texts("content")[0]).toBe(
		"template vct_1\nReason: \u2068SUP-1 <asked>[U+202E] & \u05d0\u2069",
	);
	const contents = (given: Parameters<typeof entry>[1]) =>
		parsed(atomOf({ ...page, entries: [entry(1, { changes: [], ...given })] })).texts("content")[0];
	expect(contents({ emergency: true })).toBe("template vct_1\nEmergency: without a second editor");
	expect(contents({ emergency: true, type: "template.emergency_save" })).toBe("template vct_1");
	expect(links).toEqual({ self: address, first: address, alternate: "https://console.example/activity" });
});

test("an entry has the same id on every page, and pages of older entries are linked", () => {
	const older = `${address}?before=2`;
	const first = parsed(atomOf({ ...page, entries: [entry(3), entry(2)], older }));
	const second = parsed(atomOf({ ...page, entries: [entry(2), entry(1)], self: older }));
	expect(first.links).toMatchObject({ next: older });
	expect(second.links).toMatchObject({ self: older, first: address });
	expect(first.texts("id")[0]).toBe(second.texts("id")[0]);
	expect(first.texts("id")[2]).toBe(second.texts("id")[1]);
});

test("a feed without events is complete, too", () => {
	const { texts } = parsed(atomOf({ ...page, entries: [] }));
	expect(texts("updated")).toEqual(["1970-01-01T00:00:00.000Z"]);
});

test("any text of a change stays text", () => {
	const text = fc.oneof(fc.string({ unit: anyCharacter }), fc.constant("]]><x>&lt;\u0000\ud800\ufffe"));
	fc.assert(
		fc.property(text, (summary) => {
			const { texts } = parsed(atomOf({ ...page, entries: [entry(1, { summary })] }));
			// biome-ignore lint/suspicious/noControlCharactersInRegex: what XML can't hold.
			const held = summary.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "\ufffd");
			expect(texts("title")[1]).toBe(held);
		}),
	);
});
