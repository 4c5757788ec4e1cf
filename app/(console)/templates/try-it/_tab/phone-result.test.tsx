import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { simulate } from "@/lib/dashboard/presentation/simulate";
import { PhoneResult } from "./phone-result";

const GETS = "From the sample licence “L” your application would get:";
const NOTHING = "Your application would get nothing. From the sample licence “L” the wallet";

test.each([
	["whole", "iso", GETS, true],
	["mandatory", "iso", GETS, true],
	["other-phone", "iso", `${NOTHING} sent:`, true],
	["altered-element", "browser", `${NOTHING} sent:`, true],
	["mandatory", "browser", `${NOTHING} sends nothing.`, false],
] as const)(
	"of the licence %s by the rules %s the phone says what an application would get",
	(licence, rules, words, hasCard) => {
		const names = ["family_name", "age_over_21"];
		const rest = { isRetained: false, origin: "https://console.example", roots: [], role: "editor" } as const;
		const report = simulate({ names, licence, rules, labelOf: String, now: new Date(), ...rest });
		const html = renderToStaticMarkup(<PhoneResult response={{ report, licence: "L" }} />);
		const isNothing = words.startsWith("Your application would get nothing");
		expect([html.includes(words), html.includes("your application would get:")]).toEqual([true, !isNothing]);
		expect(html.includes("licence-card")).toBe(hasCard);
		expect(html.includes("rejected: don&#x27;t use")).toBe(isNothing && hasCard);
	},
);

test("a problem has its link on the phone as well, such as the one to sign in again", () => {
	const problem = {
		title: "Signed out",
		about: "signed-out",
		link: { href: "/sign-in", text: "Sign in again" },
	} as const;
	const html = renderToStaticMarkup(<PhoneResult response={{ problem: { message: "", ...problem } }} />);
	expect(html).toMatch(/Signed out.*<a href="\/sign-in"[^>]*>Sign in again/);
});
