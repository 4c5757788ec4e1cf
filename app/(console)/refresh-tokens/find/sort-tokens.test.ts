import { expect, test } from "vitest";
import { nextTokenSort, readTokenSort, sortTokens, type TokenSort, tokenSortText } from "./sort-tokens";
import type { TokenLine } from "./token-search-result";

const line = (id: string, application: string, expiresAt: string | null): TokenLine => ({
	id,
	application,
	expiresAt,
	device: null,
	isDeviceChanged: false,
	createdAt: null,
	lastExchangedAt: null,
	idleExpiresAt: null,
	rotating: null,
	metadataKeys: 0,
});
const lines = [
	line("1", "shop 10", "2026-03-02T00:00:00Z"),
	line("2", "Shop 2", null),
	line("3", "app", "2026-03-01T00:00:00+02:00"),
];
const ids = (sort: TokenSort | null) => sortTokens(lines, sort).map(({ id }) => id);

test("tokens stand by name as people order them, by time as it passes, what is not known last both ways", () => {
	expect(ids(null)).toEqual(["1", "2", "3"]);
	expect(ids({ key: "application", isDescending: false })).toEqual(["3", "2", "1"]);
	expect(ids({ key: "expiresAt", isDescending: false })).toEqual(["3", "1", "2"]);
	expect(ids({ key: "expiresAt", isDescending: true })).toEqual(["1", "3", "2"]);
});

test("an address names the order and no other", () => {
	for (const sort of [nextTokenSort(null, "createdAt"), nextTokenSort(null, "application")]) {
		expect(readTokenSort(tokenSortText(sort))).toEqual(sort);
	}
	expect(readTokenSort("-metadataKeys")).toBeNull();
	expect(readTokenSort(undefined)).toBeNull();
	expect(nextTokenSort({ key: "expiresAt", isDescending: false }, "expiresAt").isDescending).toBe(true);
});
