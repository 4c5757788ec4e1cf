/** Credentials that can be recognised by their shape. */
const shapes: [RegExp, string][] = [
	[/-----BEGIN [A-Z ]*PRIVATE KEY-----/, "a private key"],
	[/(?<![\w-])eyJ[\w-]{5,}\.[\w-]+\.[\w-]*/, "a signed token (JWT)"],
	[/\b[sr]k_(live|test)_\w{8,}/, "a secret API key"],
	[/\b(ghp|gho|ghs|github_pat)_\w{16,}/, "an access token"],
	[/\bxox[abposr]-[\w-]{8,}/, "an access token"],
	[/\bidc_[\w-]{32}/, "a read token of this console"],
	[/\bwhsec_[\w+/-]{16,}/, "the secret of a webhook"],
	[/\bAKIA[0-9A-Z]{16}\b/, "an access key"],
	[/-----BEGIN [A-Z ]+-----/, "a PEM block"],
];

/** The kind of credential that a text looks like, as "a signed token (JWT)"; null where it looks like none. */
export function secretLikeness(text: string): string | null {
	return shapes.find(([shape]) => shape.test(text.trim()))?.[1] ?? null;
}
