import fc from "fast-check";
import { expect, test } from "vitest";
import { noPurpose } from "@/lib/dashboard/templates/purpose";
import { type Listing, NEWEST, readAgain, startListing, withPage } from "./listing";
import type { LoadedTemplates } from "./read-templates";
import { templateRow } from "./template-row";

const row = (number: number) =>
	templateRow({ id: `vct_${number}`, presentation: null }, noPurpose, { now: new Date(0), timeZone: "UTC" });
const numbers = ({ rows }: Listing) => rows.map(({ id }) => Number(id.slice("vct_".length)));

/** A tenant with templates numbered by age: new ones come, old ones go, and a checkpoint is the last number read. */
function tenant(size: number) {
	let stored = Array.from({ length: size }, (_, index) => size - index);
	return {
		stored: () => stored,
		create: () => {
			stored = [(stored[0] ?? 0) + 1, ...stored];
		},
		remove: (index: number) => {
			stored = stored.filter((_, at) => at !== index % stored.length);
		},
		page(checkpoint: string | null, take: number): LoadedTemplates {
			const behind = checkpoint ? stored.filter((number) => number < Number(checkpoint)) : stored;
			const page = behind.slice(0, take);
			return { rows: page.map(row), unreadable: 0, next: behind.length > take ? String(page.at(-1)) : null };
		},
	};
}

const transition = fc.constantFrom("more", "search", "again", "create");

test("loaded in any order: newest first, each once, and those reported as newest are", () => {
	fc.assert(
		fc.property(
			fc.record({ size: fc.integer({ min: 1, max: 30 }), from: fc.option(fc.integer({ min: 2, max: 31 })) }),
			fc.array(transition),
			({ size, from }, steps) => {
				const { stored, create, page } = tenant(size);
				let listing = startListing(page(from === null ? null : String(from), 3), from === null ? null : String(from));
				for (const kind of steps) {
					const before = numbers(listing);
					if (kind === "create") create();
					else if (kind === "again") listing = readAgain(listing);
					else {
						const checkpoint = kind === "more" ? listing.next : listing.rest;
						if (checkpoint === null) continue;
						listing = withPage(listing, checkpoint, page(checkpoint, kind === "more" ? 3 : 5));
					}
					const after = numbers(listing);
					expect(after).toEqual([...new Set(after)].toSorted((a, b) => b - a));
					expect(after).toEqual(expect.arrayContaining(before));
					// All the newest, except those that were created since.
					const read = after.slice(0, listing.covered);
					expect(read).toEqual(stored().filter((number) => number <= (read[0] ?? 0) && number >= (read.at(-1) ?? 0)));
				}
				while (listing.rest !== null) listing = withPage(listing, listing.rest, page(listing.rest, 5));
				const newest = numbers(listing)[0] ?? 0;
				expect(numbers(listing)).toEqual(stored().filter((number) => number <= newest));
				expect(listing).toMatchObject({ next: null, covered: listing.rows.length });
			},
		),
	);
});

test("a part from the middle of the tenant is searched from the newest on", () => {
	const { page } = tenant(9);
	const part = startListing(page("5", 3), "5");
	expect([part.rest, part.covered]).toEqual([NEWEST, 0]);
	const first = withPage(part, NEWEST, page(null, 3));
	expect(numbers(first)).toEqual([9, 8, 7, 4, 3, 2]);
	expect([first.covered, first.rest, first.next]).toEqual([3, "7", "2"]);
});

test("templates removed meanwhile are gone once everything was read again", () => {
	const { page, remove } = tenant(4);
	const all = startListing(page(null, 5), null);
	expect(all.rest).toBeNull();
	remove(0);
	const again = readAgain(all);
	expect(numbers(withPage(again, NEWEST, page(null, 5)))).toEqual([3, 2, 1]);
});
