import { createHash, type X509Certificate } from "node:crypto";
import { certificatesIn } from "./sent-certificates";

/** What a subject's attributes are called in full (RFC 4519). */
const ATTRIBUTES: Readonly<Record<string, string>> = {
	C: "countryName",
	ST: "stateOrProvinceName",
	L: "localityName",
	O: "organizationName",
	OU: "organizationalUnitName",
	CN: "commonName",
};

/**
 * What answers say of a connection's certificates: SHA-1 of each, and until when there is one that counts, with whose that
 * is. Where none counts at this moment, of the one that is good for longest.
 * @param pem as it is kept
 */
export function certificateFacts(pem: string, now: Date) {
	const certificates = certificatesIn(pem);
	const usable = certificates.filter(({ validFromDate, validToDate }) => validFromDate <= now && now < validToDate);
	const last = (usable.length > 0 ? usable : certificates).reduce((one, other) =>
		other.validToDate > one.validToDate ? other : one,
	);
	return {
		thumbprints: certificates.map(({ raw }) => createHash("sha1").update(raw).digest("hex")),
		expires: last.validToDate.toISOString(),
		subject: subjectOf(last),
	};
}

function subjectOf({ subject }: X509Certificate): Record<string, string> {
	const lines = (subject ?? "").split("\n").filter((line) => line.includes("="));
	return Object.fromEntries(
		lines.map((line) => {
			const name = line.slice(0, line.indexOf("="));
			return [ATTRIBUTES[name] ?? name, line.slice(line.indexOf("=") + 1)];
		}),
	);
}
