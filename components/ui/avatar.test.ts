import { expect, test } from "vitest";
import { initialsOf } from "./avatar";

test.each([
	["Edda Torvik", "ET"],
	["María José Núñez", "MN"],
	["  acme ", "A"],
	["edda.torvik@example.org", "ET"],
	["tenant.example.com", "TC"],
	["𝒜da (Ops)", "𝒜O"],
	["李 小龙", "李小"],
	["", "?"],
	["– !", "?"],
])("the initials of “%s” are %s", (name, initials) => {
	expect(initialsOf(name)).toBe(initials);
});
