import { X509Certificate } from "node:crypto";
import { z } from "zod";
import { afterCommit } from "../http/failure";
import { certificateAsPkcs7 } from "../keys/self-signed-certificate";
import {
	ACCESS_TOKEN_ALGORITHM,
	type CertifiedKey,
	certifiedSigningKeys,
	rotateSigningKeys,
} from "../keys/signing-keys";
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
	// Adds a key of each algorithm; the old ones stay published until the last token signed with them has expired. The list
	// has all of them, the response the one of RS256.
	operation("post_signing_keys", {
		action: "Rotate the signing keys",
		transaction: "own",
		response: z.strictObject({ kid: z.string(), cert: z.string() }),
		async run(service, { record }) {
			const added = (await rotateSigningKeys(service, record)).find(({ alg }) => alg === ACCESS_TOKEN_ALGORITHM);
			const keys = await afterCommit(() => certifiedSigningKeys(service));
			const next = keys.find(({ row }) => row.kid === added?.kid);
			if (!next) throw new Error("The new signing key is not in the store.");
			return { kid: next.row.kid, cert: next.certificate };
		},
	}),
];

/** The next key of the same algorithm. */
function successorOf({ row }: CertifiedKey, all: readonly CertifiedKey[]): CertifiedKey | undefined {
	return all
		.filter((other) => other.row.alg === row.alg && other.row.sequence > row.sequence)
		.sort((one, other) => one.row.sequence - other.row.sequence)[0];
}
