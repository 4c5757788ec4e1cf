import "server-only";
import { readFile } from "node:fs/promises";
import { MdocFault } from "@/lib/mdoc/mdoc-fault";
import { sampleTrustList } from "@/lib/mdoc/sample/sample-issuers";
import { certificatesOfPem, readTrustList } from "@/lib/mdoc/trust/read-trust-list";
import type { TrustedRoot } from "@/lib/mdoc/verification/verification";
import { dashboardConfig } from "../config";

/** The configured trust list can't be used; the message has the reason for an admin. */
export class TrustListFault extends Error {
	override name = "TrustListFault";
}

/**
 * The trusted roots of real presentations: those of the configured trust list, which is read each time as such lists
 * change daily. Without one the embedded tenant trusts the made-up issuers of its samples, and a real one none.
 * @throws TrustListFault
 */
export async function listedRoots(now: Date): Promise<TrustedRoot[]> {
	const { trustListFile, tenant } = dashboardConfig();
	if (trustListFile === null) return tenant.embedded ? [...sampleTrustList()] : [];
	try {
		const list = readTrustList(await readFile(trustListFile));
		const source = listSource(list, now);
		return list.roots.map((certificate) => ({ certificate, source }));
	} catch (error) {
		// The path is not sent to the admin.
		const reason = error instanceof MdocFault ? error.message : "Its file can't be read on the server.";
		throw new TrustListFault(`The trust list (MDL_TRUST_LIST) can't be used. ${reason}`);
	}
}

/**
 * The roots of a text in PEM.
 * @param source the source of the trust in them
 * @throws MdocFault where it has no certificate, or one that can't be read
 */
export function rootsOf(pem: string, source: string): TrustedRoot[] {
	return certificatesOfPem(pem).map((certificate) => ({ certificate, source }));
}

function listSource({ provider, issued, nextUpdate }: ReturnType<typeof readTrustList>, now: Date): string {
	const name = provider ? `Trust list of ${provider}` : "Trust list";
	const day = (moment: Date) => `${moment.toISOString().slice(0, 10)} UTC`;
	const since = issued ? `${name} of ${day(issued)}` : name;
	return nextUpdate && nextUpdate < now ? `${since}, out of date since ${day(nextUpdate)}` : since;
}

/**
 * The roots of a template's custom certificate authority, which add to the trust list and do not replace it; none for an
 * empty text.
 * @returns null where it can't be read: the service accepts any text
 */
export function ownRoots(authority: string): TrustedRoot[] | null {
	if (authority.trim() === "") return [];
	try {
		return rootsOf(authority, "Custom certificate authority of the template");
	} catch (error) {
		if (error instanceof MdocFault) return null;
		throw error;
	}
}
