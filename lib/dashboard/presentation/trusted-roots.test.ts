import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { MdocFault } from "@/lib/mdoc/mdoc-fault";
import { sampleTrustList, unlistedSampleRoot } from "@/lib/mdoc/sample/sample-issuers";
import { type DashboardConfig, dashboardConfig, heldConfig } from "../config";
import { clearDashboardState, pointAtService } from "../testing/dashboard-state";
import { listedRoots, rootsOf, TrustListFault } from "./trusted-roots";

const NOW = new Date("2026-06-01T12:00:00Z");
let folder: string;

beforeEach(async () => {
	await pointAtService("http://127.0.0.1:9");
	folder = mkdtempSync(join(tmpdir(), "trust-list-"));
});
afterEach(async () => {
	rmSync(folder, { recursive: true });
	await clearDashboardState();
});

function configure(change: Partial<DashboardConfig>): void {
	heldConfig.set({ ...dashboardConfig(), ...change });
}

function listFile(content: string): string {
	const file = join(folder, "list.pem");
	writeFileSync(file, content);
	return file;
}

test("without a list of its own the embedded tenant trusts the made-up issuer, and a real one none", async () => {
	const [sample] = sampleTrustList();
	expect(await listedRoots(NOW)).toEqual([sample]);
	expect(sample?.source).toContain("made up");
	configure({ tenant: { name: "live", embedded: false } });
	expect(await listedRoots(NOW)).toEqual([]);
});

test("a configured list replaces the made-up one, and is read each time", async () => {
	const [sample] = sampleTrustList();
	configure({ trustListFile: listFile(String(unlistedSampleRoot())) });
	const found = async () => (await listedRoots(NOW)).map(({ certificate }) => certificate.fingerprint256);
	expect(await found()).toEqual([unlistedSampleRoot().fingerprint256]);
	listFile(String(sample?.certificate));
	expect(await found()).toEqual([sample?.certificate.fingerprint256]);
});

test("an unusable list is reported, without its path on the server", async () => {
	for (const trustListFile of [join(folder, "none.pem"), folder, listFile("no list")]) {
		configure({ trustListFile });
		const fault = await listedRoots(NOW).catch((error: unknown) => error);
		expect(fault).toBeInstanceOf(TrustListFault);
		expect(String(fault)).toContain("MDL_TRUST_LIST");
		expect(String(fault)).not.toContain(folder);
	}
});

test("a text in PEM yields its roots with their source, and one without any is a fault", () => {
	const both = `${unlistedSampleRoot()}\n${sampleTrustList()[0]?.certificate}`;
	expect(rootsOf(both, "the template").map(({ source }) => source)).toEqual(["the template", "the template"]);
	expect(() => rootsOf("nothing", "the template")).toThrow(MdocFault);
});
