import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A key of a service provider's own with its certificate, both PEM. */
export function makePartyKey(folder: string): { privateKey: string; certificate: string } {
	const [key, certificate] = [join(folder, "party.key"), join(folder, "party.crt")];
	const parameters = [
		...["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=service-provider", "-days", "2"],
		...["-keyout", key, "-out", certificate],
	];
	execFileSync("openssl", parameters, { stdio: "ignore" });
	return { privateKey: readFileSync(key, "utf8"), certificate: readFileSync(certificate, "utf8") };
}
