import { expect, test } from "vitest";
import { durationInWords } from "./duration-in-words";

test.each([
	[86_400, "24 hours"],
	[86_340, "24 hours"],
	[172_800, "2 days"],
	[600, "10 minutes"],
	[90, "90 seconds"],
	[1, "1 second"],
	[0, "0 seconds"],
])("%d seconds are written as %s", (seconds, words) => {
	expect(durationInWords(seconds)).toBe(words);
});
