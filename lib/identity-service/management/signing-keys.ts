import { X509Certificate } from "node:crypto";
import { z } from "zod";
import { certificateAsPkcs7 } from "../keys/self-signed-certificate";
import { type CertifiedKey, certifiedSigningKeys, rotateSigningKeys } from "../keys/signing-keys";
import { operation } from "./operation";
import { resource, timeText } from "./resource";

type ListedKey = CertifiedKey & { fingerprint: string; successor: CertifiedKey | undefined };

const { schema: signingKey, read } = resource<ListedKey>({
	kid: [z.string(), ({ row }) => row.kid],
	alg: [z.string(), ({ row }) => row.alg],
	cert: [z.string(), ({ certificate }) => certificate],
	pkcs7: [z.string(), ({ certificate }) => certificateAsPkcs7(certificate)],
	current: [z.boolean(), ({ state }) => state === "active"],
	next: [z.boolean(), ({ state }) => state === "next"],
	previous: [z.boolean(), ({ state }) => state === "previous"],
	current_since: [timeText.optional(), ({ row, state }) => (state === "next" ? undefined : row.active_at)],
	current_until: [timeText.optional(), ({ successor }) => successor?.row.active_at],
	fingerprint: [z.string(), ({ fingerprint }) => fingerprint],
	thumbprint: [z.string(), ({ fingerprint }) => fingerprint.replaceAll(":", "")],
	revoked: [z.boolean(), () => false],
});

export const signingKeyOperations = [
	// Next, current and previous keys of each algorithm, the newest first.
	operation("get_signing_keys", {
		response: z.array(signingKey),
		async run(service) {
			const keys = await certifiedSigningKeys(service);
			return keys.map((key) => {
				const { fingerprint } = new X509Certificate(key.certificate);
				return read(service, { ...key, fingerprint, successor: successorOf(key, keys) });
			});
		},
	}),
	// Adds new keys; the old ones stay published until the last token signed with them has expired.
	operation("post_signing_keys", {
		response: z.array(z.strictObject({ kid: z.string(), alg: z.string(), active_at: timeText })),
		async run({ database, secrets, now }) {
			const keys = await rotateSigningKeys({ database, secrets, now });
			return keys.map(({ kid, alg, activeAt }) => ({ kid, alg, active_at: activeAt.toISOString() }));
		},
	}),
];

/** The next key of the same algorithm. */
function successorOf({ row }: CertifiedKey, all: readonly CertifiedKey[]): CertifiedKey | undefined {
	return all
		.filter((other) => other.row.alg === row.alg && other.row.sequence > row.sequence)
		.sort((one, other) => one.row.sequence - other.row.sequence)[0];
}
