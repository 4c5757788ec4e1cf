import { readFileSync } from "node:fs";
import path from "node:path";
import { importJWK, SignJWT } from "jose";
import { presentationOf } from "@/lib/contract/template/mdl-elements";
import type { IdentityService } from "../context/identity-service";
import { handleServiceRequest } from "../handle-request";
import { startIdentityService } from "../start";

const WRITERS = 4;

/** Creates templates without end, and writes each name to stdout once the service has acknowledged it. */
export async function run(dataDir: string, databaseUrl: string, round: string): Promise<void> {
	const environment = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, RATE_LIMIT: "off" };
	const started = await startIdentityService({ appUrl: "http://localhost:3000", environment });
	const service = await started.service();
	await service.keys.ready();
	const authorization = await bearer(service, dataDir);
	await Promise.all(
		Array.from({ length: WRITERS }, (_, writer) => write(service, `${round}-${writer}`, authorization)),
	);
}

async function write(service: IdentityService, prefix: string, authorization: string): Promise<never> {
	for (let index = 0; ; index += 1) {
		const name = `${prefix}-${index}`;
		const body = JSON.stringify({
			name,
			type: "mdl",
			dialect: "simplified/1.0",
			well_known_trusted_issuers: "aamva",
			presentation: presentationOf({ portrait: true }),
		});
		const request = new Request("http://localhost:3000/api/v2/verifiable-credentials/verification/templates", {
			method: "POST",
			headers: { authorization, "content-type": "application/json" },
			body,
		});
		const response = await handleServiceRequest(service, request);
		if (response.status !== 201) throw new Error(`not created: ${response.status}`);
		process.stdout.write(`${name}\n`);
	}
}

async function bearer(service: IdentityService, dataDir: string): Promise<string> {
	const jwk = service.keys.privateKeySet.keys[0];
	if (!jwk) throw new Error("not started");
	const { clients } = JSON.parse(readFileSync(path.join(dataDir, "credentials.json"), "utf8"));
	const claims = { client_id: clients.management.client_id, scope: "create:vdcs_templates", gty: "client-credentials" };
	const token = await new SignJWT(claims)
		.setProtectedHeader({ alg: "RS256", typ: "at+jwt", kid: jwk.kid })
		.setIssuer(service.config.issuer)
		.setAudience(service.config.audience)
		.setExpirationTime("1h")
		.sign(await importJWK(jwk, "RS256"));
	return `Bearer ${token}`;
}
