import type { CheckName, LinkName, PresentationReport, ReportedCheck } from "./presentation-report";

/** In the order of the chain. A link is not checked unless its deciding check is. */
const LINKS: Record<LinkName, { title: string; deciding: CheckName }> = {
	root: { title: "Root", deciding: "chain" },
	signer: { title: "Signer", deciding: "signer-certificate" },
	licence: { title: "Licence", deciding: "issuer-signature" },
	phone: { title: "Phone", deciding: "device-proof" },
	request: { title: "This request", deciding: "all-asked" },
};

/** `unreached`: not checked because a link before it is broken. */
export type LinkState = "passed" | "noted" | "failed" | "unchecked" | "unreached";

export type ChainedLink = {
	name: LinkName;
	title: string;
	state: LinkState;
	/** The first link that failed. */
	isBroken: boolean;
	checks: readonly ReportedCheck[];
};

/** The five links of a verification with their checks, each of which belongs to one link. */
export function chainOf(checks: readonly ReportedCheck[]): ChainedLink[] {
	let broken: LinkName | null = null;
	return (Object.keys(LINKS) as LinkName[]).map((name) => {
		const own = checks.filter(({ link }) => link === name);
		const found = stateOf(own, LINKS[name].deciding);
		// Broken later, for example where nothing can be read: then no check of this link was made.
		const state = found === "unreached" && broken === null ? "unchecked" : found;
		const isBroken = state === "failed" && broken === null;
		if (isBroken) broken = name;
		return { name, title: LINKS[name].title, state, isBroken, checks: own };
	});
}

function stateOf(checks: readonly ReportedCheck[], deciding: CheckName): LinkState {
	const has = (wanted: LinkState) => checks.some(({ state }) => state === wanted);
	if (has("failed")) return "failed";
	const decision = checks.find(({ name }) => name === deciding);
	if (decision?.state === "unchecked") return decision.isUnreached ? "unreached" : "unchecked";
	return has("noted") ? "noted" : "passed";
}

/** Whether a presentation is genuine, and if not, at which link it broke. */
export function finding({ verdict, checks }: Pick<PresentationReport, "verdict" | "checks">): string {
	const links = chainOf(checks);
	const broken = links.find(({ isBroken }) => isBroken);
	if (broken) return `Broken at ${broken.title}.`;
	if (verdict === "verified") return "Genuine.";
	const unchecked = links.filter(({ state }) => state === "unchecked").map(({ title }) => title);
	return unchecked.length > 0
		? `No link is broken. Not checked: ${unchecked.join(", ")}.`
		: "Genuine, but not all was sent.";
}
