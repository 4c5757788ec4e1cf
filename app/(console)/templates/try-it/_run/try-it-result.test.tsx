import { render } from "@testing-library/react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { CheckName, PresentationReport } from "@/lib/dashboard/presentation/presentation-report";
import { CHECK_WORDS } from "@/lib/dashboard/presentation/report/check-words";
import { simulate } from "@/lib/dashboard/presentation/simulate";
import type { Role } from "@/lib/dashboard/session/permissions";
import { attributeLabel } from "@/lib/dashboard/templates/attribute-catalogue";
import { LicenceCard } from "./licence-card";
import { TryItResult } from "./try-it-result";

test.each([
	[{ attributes: "Nothing is ticked." }, "Tick an attribute first"],
	[{ licence: "Choose one of the licences." }, "Nothing was simulated"],
	[{ response: "It ends at byte 3." }, "Nothing was checked"],
])("the faults %j are reported under what did not happen", (faults, title) => {
	expect(renderToStaticMarkup(<TryItResult response={{ faults }} />)).toContain(`>${title}</p>`);
});

const empty: PresentationReport = {
	verdict: "rejected",
	reason: "",
	downloads: [],
	elements: [],
	checks: [],
	chain: [],
	validity: null,
	application: null,
	session: [],
	diagnostic: null,
	withheld: null,
};

test("moments of a validity that can't be read, or that the licence leaves out, are said to be so", () => {
	const report: PresentationReport = {
		...empty,
		validity: { signed: null, validFrom: "2026-01-31T09:30:00Z", validUntil: null, expectedUpdate: null },
	};
	const text = renderToStaticMarkup(<TryItResult response={{ report }} />).replace(/<[^>]+>/g, " ");
	expect(text).toMatch(
		/Signed +can&#x27;t be read .*2026-01-31 09:30 UTC .*Valid until +can&#x27;t be read .*not reported/,
	);
});

test("what a wallet sent is isolated, and shows by its code what would turn it around", () => {
	const NAME = "\u202egnp.exe";
	const report: PresentationReport = {
		...empty,
		elements: [
			{
				namespace: "odd",
				name: NAME,
				label: attributeLabel(NAME),
				isRequested: false,
				isSent: true,
				answeredBy: null,
				value: { kind: "text", text: NAME },
				altered: null,
				digest: null,
				isRetained: null,
			},
		],
		chain: [
			{
				role: "signer",
				fingerprint: "AA",
				subject: NAME,
				issuer: `${NAME} issuer`,
				validFrom: "2026-01-31T09:30:00Z",
				validTo: "2027-01-31T09:30:00Z",
				source: null,
			},
		],
	};
	const html = renderToStaticMarkup(<TryItResult response={{ report }} />);
	expect(html.split('data-code="U+202E">\u202e</bdi>gnp.exe').length - 1).toBe(3);
	expect(html.split("\u202e").length - 1).toBe(3);
	expect(html).toContain('<bdi class="whitespace-pre-wrap">[U+202E]gnp.exe</bdi>');
});

type Licence = Parameters<typeof simulate>[0]["licence"];
const CHECK_NAMES = Object.keys(CHECK_WORDS) as CheckName[];

function simulated(licence: Licence, names: readonly string[], role: Role = "editor"): PresentationReport {
	const rest = { rules: "iso", isRetained: false, origin: "https://console.example", roots: [] } as const;
	return simulate({ names, licence, role, labelOf: attributeLabel, now: new Date(), ...rest });
}

const shown = (report: PresentationReport) => render(<TryItResult response={{ report }} />).container;

const isOpen = (element: Element) => element.closest("details:not([open])") === null;

test.each(CHECK_NAMES)("the chain is open at the link of the failed check %s alone, and at that check", (failed) => {
	const checks = CHECK_NAMES.map((name) => ({
		name,
		state: name === failed ? ("failed" as const) : ("passed" as const),
		detail: `Detail of ${name}.`,
		...CHECK_WORDS[name],
	}));
	const result = shown({ ...empty, checks });
	expect(result.querySelectorAll(".chain > li")).toHaveLength(5);
	const all = [...result.querySelectorAll(".chain .check")];
	expect(all).toHaveLength(CHECK_NAMES.length);
	const open = all.filter((check) => check.hasAttribute("open") && isOpen(check));
	expect(open.map(({ textContent }) => textContent)).toEqual([expect.stringContaining(`Detail of ${failed}.`)]);
	const link = open[0]?.closest(".chain > li");
	expect(result.querySelectorAll(".chain > li > [open]")).toHaveLength(1);
	const title = link?.querySelector("summary > span")?.textContent;
	expect(result.querySelector("strong")?.textContent).toBe(`Broken at ${title}.`);
});

test("of a verified licence every link is folded, and says that it passed", () => {
	const result = shown(simulated("whole", ["family_name"]));
	const links = [...result.querySelectorAll(".chain > li")].map((link) => [
		link.querySelector("summary")?.textContent,
		link.querySelector(":scope > details")?.hasAttribute("open"),
	]);
	expect(links).toEqual([
		["Root Passed ", false],
		["Signer Passed ", false],
		["Licence Passed 3 not checked, 6 passed", false],
		["Phone Passed ", false],
		["This request Passed ", false],
	]);
});

test("the photo is in the card once, behind a press, and not read before; a viewer's page has none", () => {
	const names = ["portrait", "family_name", "signature_usual_mark"];
	const editor = shown(simulated("whole", names));
	const images = [...editor.querySelectorAll("img")];
	expect(
		images.map(({ alt, loading, parentElement }) => [alt, loading, parentElement?.outerHTML.split("<img")[0]]),
	).toEqual([
		["Photo", "lazy", "<details><summary>Show the photo</summary>"],
		["Signature", "lazy", "<details><summary>Show the signature</summary>"],
	]);
	for (const { src } of images) expect(src).toMatch(/^data:image\/jpeg;base64,/);
	const viewer = shown(simulated("whole", names, "viewer"));
	expect(viewer.querySelector("img")).toBeNull();
	expect(viewer.innerHTML).not.toContain("data:image");
	expect(viewer.textContent).toMatch(/Photoleft out \([\d,]+ bytes\)/);
	expect(viewer.textContent).toContain("Seeing a holder’s photo in Try it needs the editor role.");
});

test("the card strikes an altered value through and names it; what was not sent, and not trusted, is named", () => {
	const names = ["given_name", "family_name", "birth_date", "resident_city", "age_over_21"];
	const cardOf = (licence: Licence, of = names) => render(<LicenceCard report={simulated(licence, of)} />).container;
	const fieldsOf = (card: HTMLElement) =>
		[...card.querySelectorAll("dl > div")].map((field) =>
			[...field.children].map(({ textContent }) => textContent).join(": "),
		);
	const whole = cardOf("whole");
	expect(whole.querySelector(".holder")?.textContent).toBe("Eleni Sofia Papadaki");
	expect(fieldsOf(whole)).toEqual([expect.stringMatching(/^Date of birth: \d/), "City: Sampleton", "Over 21: Yes"]);
	expect(whole.querySelector("del")).toBeNull();

	const altered = cardOf("altered-element");
	expect([...altered.querySelectorAll("del")].map(({ parentElement }) => parentElement?.textContent)).toEqual([
		expect.stringMatching(/ altered$/),
	]);
	expect(fieldsOf(cardOf("mandatory"))).toEqual([expect.anything(), "City: not sent", "Over 21: not sent"]);
	const { elements } = simulated("whole", names);
	const unread = elements.map((element) => ({ ...element, isSent: null, value: null }));
	for (const none of [unread, []]) {
		const card = render(<LicenceCard report={{ verdict: "rejected", elements: none }} />).container;
		expect(card.innerHTML).toBe("");
	}
	const table = shown({ ...empty, elements: unread });
	expect([...table.querySelectorAll("[data-label=Sent]")].map(({ textContent }) => textContent)).toEqual(
		names.map(() => "not known"),
	);
	expect(shown(empty).textContent).not.toContain("Every attribute");
	for (const card of [altered, cardOf("other-phone"), whole]) {
		const says = card === whole ? "Driving licence " : "Driving licence rejected: don't use";
		expect([card.querySelector(".head")?.textContent, card.querySelector(".rejected") !== null]).toEqual([
			...[says, card !== whole],
		]);
	}
	const unnamed = cardOf("sends-more", ["age_over_21"]);
	expect(unnamed.textContent).toBe("Driving licence Name not requestedOver 21Yes");
});
