import type { IdentityServiceDatabase } from "../store/schema";
import { selfSignedCertificate } from "./self-signed-certificate";
import type { ServiceSecrets } from "./service-secrets";
import { decryptKey, type SigningKeyState, signingKeyStates } from "./signing-keys";

type Parts = {
	database: IdentityServiceDatabase;
	secrets: Pick<ServiceSecrets, "known">;
	config: { issuer: string };
	now: () => Date;
};

export type CertifiedKey = SigningKeyState & { certificate: string };

/**
 * The signing keys that are in use, with their certificates. A certificate is made when it is first asked for and stays:
 * instances that make one at the same moment end up with the same.
 */
export async function certifiedSigningKeys({ database, secrets, config, now }: Parts): Promise<CertifiedKey[]> {
	const read = () =>
		database.selectFrom("signing_keys").selectAll().orderBy("sequence", "desc").orderBy("alg").execute();
	let rows = await read();
	const bare = rows.filter(({ certificate }) => certificate === null);
	for (const { kid, private_jwk, created_at } of bare) {
		const key = await decryptKey(private_jwk, secrets.known);
		const certificate = selfSignedCertificate(key, new URL(config.issuer).host, new Date(created_at));
		await database
			.updateTable("signing_keys")
			.set({ certificate })
			.where("kid", "=", kid)
			.where("certificate", "is", null)
			.execute();
	}
	if (bare.length > 0) rows = await read();
	return signingKeyStates(rows, now())
		.filter(({ state }) => state !== "retired")
		.map((key) => ({ ...key, certificate: key.row.certificate ?? "" }));
}
