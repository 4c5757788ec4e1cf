import { describe, expect, it } from "vitest";
import { brokenPasswordRule, passwordStrengthError } from "./password-rules";

const EMAIL = "Rita.Rook@example.com";

describe("a new password", () => {
	it.each([
		["seven77", "short"],
		["", "short"],
		["👩‍🚀👩‍🚀", "short"],
		["eight8ch", null],
		["パスワードの合言葉", null],
		["        x", null],
		["correct horse battery staple", null],
		[`${"x".repeat(64)}${"y".repeat(64)}`, null],
		[`${"x".repeat(64)}${"y".repeat(65)}`, "long"],
		["with a \u0000 in it", "unreadable"],
		["with a \ud800 in it", "unreadable"],
		["with a \ufffd in it", "unreadable"],
		["rita.rook@EXAMPLE.com", "address"],
		["Rita.Rook", "address"],
		["rita.rook@example.com.", null],
		["password", "common"],
		["PassWord", "common"],
		["1Qaz2wsx", "common"],
		["iloveyou", "common"],
		["qwertyuiop", "common"],
		["ｐａｓｓｗｏｒｄ", "common"],
	])("%j breaks the rule %j", async (password, rule) => {
		expect(await brokenPasswordRule(password, EMAIL)).toBe(rule);
	});

	it("is measured as it is hashed: composed and decomposed letters count alike", async () => {
		expect(await brokenPasswordRule("e\u0301".repeat(7), EMAIL)).toBe("short");
		expect(await brokenPasswordRule("e\u0301".repeat(8), EMAIL)).toBeNull();
	});

	it("that is weak is refused with a list of all rules, which marks those it breaks", async () => {
		const error = await passwordStrengthError("monkey", EMAIL);
		expect(error).toMatchObject({ name: "PasswordStrengthError", code: "invalid_password", statusCode: 400 });
		expect(error?.description.verified).toBe(false);
		expect(error?.description.rules.map(({ code, verified }) => [code, verified])).toEqual([
			["lengthAtLeast", false],
			["lengthAtMost", true],
			["noControlCharacters", true],
			["notEmailAddress", true],
			["notCommon", true],
		]);
		expect(error?.policy).toContain("* At least 8 characters");
		expect(JSON.stringify(error)).not.toContain("monkey");
	});

	it("that breaks no rule is accepted", async () => {
		expect(await passwordStrengthError("correct horse battery staple", EMAIL)).toBeNull();
	});
});
