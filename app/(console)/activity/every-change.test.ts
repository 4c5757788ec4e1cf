import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { EditState } from "@/app/_editor/edit-state";
import type { Content, Editor, Fields } from "@/app/_editor/editor";
import { partsOf } from "@/app/_testing/result-parts";
import { everything } from "@/lib/dashboard/audit/audit-entry";
import { auditEntry, insertAuditEntry } from "@/lib/dashboard/audit/audit-entry.test-data";
import { listAuditEntries } from "@/lib/dashboard/audit/audit-trail";
import { dashboardConfig, heldConfig } from "@/lib/dashboard/config";
import { addWebhook, type NewWebhook } from "@/lib/dashboard/log-stream/webhook-writes";
import { dashboardDatabase } from "@/lib/dashboard/store/dashboard-database";
import { writePurpose } from "@/lib/dashboard/store/template-purposes";
import { noPurpose } from "@/lib/dashboard/templates/purpose";
import { clearDashboardState, pointAtService, signInAs } from "@/lib/dashboard/testing/dashboard-state";
import { type FaultServer, json, startFaultServer } from "@/lib/dashboard/testing/fault-server";
import { saveMetadataAction } from "../_metadata/metadata-actions";
import { metadataEditor } from "../_metadata/metadata-editor";
import { entriesOf } from "../_metadata/rows/metadata-rows";
import { updateRequestOf as singleSignOnRequest } from "../applications/_edit/add-ons";
import { shop } from "../applications/_edit/application.test-data";
import { updateApplicationAction } from "../applications/_edit/application-actions";
import { applicationEditor } from "../applications/_edit/application-editor";
import { updateRequestOf as applicationRequest } from "../applications/_edit/application-request";
import { portal } from "../applications/_edit/single-sign-on.test-data";
import { singleSignOnEditor } from "../applications/_edit/single-sign-on-editor";
import { singleSignOnAction } from "../applications/_single-sign-on/single-sign-on-actions";
import { acmeContent, CERTIFICATES } from "../connections/_edit/connection.test-data";
import { updateConnectionAction } from "../connections/_edit/connection-actions";
import { connectionEditor } from "../connections/_edit/connection-editor";
import { updateRequestOf as connectionRequest } from "../connections/_edit/connection-request";
import { updateWebhookAction } from "../log-stream/log-stream-actions";
import { webhookEditor } from "../log-stream/log-stream-editors";
import { purposeOf, templateEditor, updateRequestOf as templateRequest } from "../templates/_edit/template-editor";
import { updateTemplateAction } from "../templates/_form/template-actions";
import { changeLines, editors } from "./change-lines";

const ID = "id_1";
let service: FaultServer;
let stored: Record<string, unknown>;

beforeAll(async () => {
	service = await startFaultServer();
	const scope = "read:clients update:clients read:client_grants read:connections_options update:connections_options";
	service.respondWithToken = (_, response) =>
		json(response, 200, { access_token: "token", token_type: "Bearer", expires_in: 3600, scope });
	await pointAtService(service.address);
	heldConfig.set({ ...dashboardConfig(), keepsMetadataValues: true });
	signInAs("editor");
	await insertAuditEntry(auditEntry({ id: "0" }));
	service.handle = ({ method, url, body }, response) => {
		if (url.includes("client-grants")) return json(response, 200, []);
		if (url.includes("/clients/s/connections")) return json(response, 200, { connections: [] });
		if (url.includes(`/${ID}/clients`)) {
			const clients = new Set(stored.clients as string[]);
			if (method === "GET") return json(response, 200, { clients: [...clients].map((client_id) => ({ client_id })) });
			for (const { client_id, status } of JSON.parse(body) as { client_id: string; status: boolean }[])
				if (status) clients.add(client_id);
				else clients.delete(client_id);
			stored = { ...stored, clients: [...clients] };
			return json(response, 204, null);
		}
		if (method === "PATCH") stored = { ...stored, ...JSON.parse(body) };
		return json(response, 200, stored);
	};
});
afterAll(async () => {
	await clearDashboardState();
	await service.close();
});

type Case<F extends Fields> = {
	editor: Editor<F>;
	/** Two contents that differ in each field. */
	contents: [Content<F>, Content<F>];
	/** What the service stores of a content. */
	storedOf: (content: Content<F>) => Record<string, unknown>;
	/** Stores what the console keeps itself. */
	prepare?: (content: Content<F>) => Promise<void>;
	idField: string;
	save: (state: unknown, form: FormData) => Promise<EditState<F>>;
	/** Fields whose values the trail does not keep. */
	withheld?: readonly string[];
};

const url = (name: string) => `https://${name}.example/`;
const texts = (name: string) => ({ issuer: url(`i${name}`), entityId: url(`e${name}`) });
const requestOf = (content: object | null) => ({ ...content }) as Record<string, unknown>;

const cases = {
	template: {
		editor: templateEditor,
		contents: [
			{
				...noPurpose,
				purpose: "To check.",
				name: "Bar",
				type: "mdl",
				elements: { portrait: true, nationality: false, resident_city: true },
			},
			{
				name: "Door",
				type: "other",
				elements: { portrait: false, age_over_18: true, resident_city: true },
				purpose: "To sell beer.",
				legalBasis: "A law",
				retention: "30 days",
				preset: "over-18",
				privacyNotice: url("privacy"),
			},
		],
		storedOf: (content) => ({ id: ID, ...templateRequest(templateEditor.defaults, content) }),
		prepare: async (content) => writePurpose(undefined, ID, "Bar", noPurpose, purposeOf(content)),
		idField: "templateId",
		save: updateTemplateAction,
	} satisfies Case<typeof templateEditor.fields>,
	application: {
		editor: applicationEditor,
		contents: [
			shop,
			{
				name: "Bar",
				description: "sells",
				type: "spa",
				idTokenLifetime: "600",
				rotates: true,
				absoluteLifetime: "31557600",
				idleLifetime: "60",
				namesAddress: true,
				signUp: false,
				callbacks: [url("a")],
				logoutUrls: [url("b")],
				webOrigins: ["https://c.example"],
				grants: ["implicit"],
			},
		],
		storedOf: (content) => ({ client_id: ID, ...applicationRequest(applicationEditor.defaults, content, {}) }),
		idField: "applicationId",
		save: updateApplicationAction,
		withheld: ["description"],
	} satisfies Case<typeof applicationEditor.fields>,
	"single sign-on": {
		editor: singleSignOnEditor,
		contents: [
			{ ...portal, aliases: ["urn:a"], mappings: [{ field: "email", name: "urn:m" }], logoutCallback: url("k") },
			{
				protocol: "wsfed",
				callbacks: [url("acs")],
				aliases: [],
				audience: "urn:b",
				issuer: "urn:i",
				recipient: url("r"),
				destination: url("d"),
				lifetimeInSeconds: "60",
				authnContextClassRef: "urn:c",
				nameIdentifierFormat: "urn:n",
				probes: ["urn:p"],
				mappings: [{ field: "name", name: "urn:m" }],
				passthroughClaimsWithNoMapping: "on",
				mapUnknownClaimsAsIs: "off",
				createUpnClaim: "on",
				mapIdentities: "off",
				typedAttributes: "on",
				includeAttributeNameFormat: "off",
				signatureAlgorithm: "rsa-sha256",
				digestAlgorithm: "sha256",
				signResponse: "on",
				singleLogout: "on",
				signingCert: CERTIFICATES[0] ?? "",
				logoutCallback: url("l"),
				binding: "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST",
			},
		],
		storedOf: (content) => ({
			client_id: ID,
			name: "Shop",
			...singleSignOnRequest(singleSignOnEditor.defaults, content, {}),
		}),
		idField: "applicationId",
		save: singleSignOnAction,
		withheld: ["signingCert", "probes"],
	} satisfies Case<typeof singleSignOnEditor.fields>,
	"identity provider": {
		editor: connectionEditor,
		contents: [
			acmeContent,
			{
				...acmeContent,
				displayName: "Acme Inc",
				signInEndpoint: url("in"),
				signOutEndpoint: url("out"),
				...texts("2"),
				protocolBinding: "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST",
				signOutResponseEndpoint: url("o"),
				signOutBinding: "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST",
				isQuietSignOut: true,
				signingCert: CERTIFICATES[0] ?? "",
				clients: ["shop", "portal"],
				isShown: false,
				nameIdentifierFormat: "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress",
				userIdAttribute: "urn:u",
				mapping: { email: ["urn:mail"], name: ["urn:name"] },
				isProviderInitiated: true,
				defaultClient: "shop",
				defaultProtocol: "samlp",
				defaultQuery: "a=b",
			},
		],
		storedOf: (content) => {
			const { clients = [], ...settings } = requestOf(
				connectionRequest({ ...connectionEditor.defaults, access: content.access }, content, {} as never),
			);
			return { id: ID, strategy: "samlp", ...settings, clients };
		},
		idField: "connectionId",
		save: updateConnectionAction,
		withheld: ["signingCert"],
	} satisfies Case<typeof connectionEditor.fields>,
	webhook: {
		editor: webhookEditor,
		contents: [
			{ name: "Receiver", url: url("a"), kinds: ["users", "stream"] },
			{ name: "Siem", url: url("b"), kinds: ["templates"] },
		],
		storedOf: requestOf,
		async prepare(content) {
			const database = await dashboardDatabase();
			await database.deleteFrom("webhooks").execute();
			await addWebhook(content as NewWebhook);
			await database.updateTable("webhooks").set({ id: ID }).execute();
		},
		idField: "webhookId",
		save: updateWebhookAction,
		withheld: ["url"],
	} satisfies Case<typeof webhookEditor.fields>,
	metadata: {
		editor: metadataEditor,
		contents: [
			{ rows: entriesOf({ plan: "silver", old: "1" }) },
			{ rows: entriesOf({ plan: "gold", note: "x", refresh_rate: "2" }) },
		],
		storedOf: ({ rows }) => ({
			id: ID,
			refresh_token_metadata: Object.fromEntries(rows.map(([key, value]) => [key, value])),
		}),
		idField: "tokenId",
		save: saveMetadataAction,
	} satisfies Case<typeof metadataEditor.fields>,
};

describe.each(Object.entries(cases) as unknown as [string, Case<Fields>][])(
	"a saved change of %s is told in the words of its preview in the history and the activity",
	(_, { editor, contents, storedOf, prepare, idField, save, withheld = [] }) => {
		const [first, second] = contents;
		const kinds = editor.stored.filter((name) => editor.fields[name]?.parts.partsOf(second[name]).length !== undefined);
		const fields = kinds.filter((name) => JSON.stringify(first[name]) !== JSON.stringify(second[name]));

		test.each(fields)("%s", async (name) => {
			let saves = 0;
			for (const [from, to] of [contents, contents.toReversed()] as [Content<Fields>, Content<Fields>][]) {
				const after = { ...from, [name]: to[name] };
				const shown = editor.describeChanges(from, after, new Map()).filter(({ part }) => part !== "on");
				if (shown.length === 0 || editor.faults(from, editor.valuesOf(after))) continue;
				stored = storedOf(from);
				await prepare?.(from);
				const form = new FormData();
				form.set(idField, ID);
				form.set("opened", JSON.stringify(from));
				form.set("values", JSON.stringify(editor.valuesOf(after)));
				const [newest] = await listAuditEntries(everything, null, 1);
				const { saved, ...rest } = await partsOf(save({}, form));
				expect(saved, JSON.stringify(rest)).toBeDefined();
				saves += 1;
				const written = await listAuditEntries(everything, null, 5);
				const rows = written.slice(
					0,
					written.findIndex(({ id }) => id === newest?.id),
				);
				const lines = (saved?.history ?? []).slice(0, rows.length).flatMap(({ lines }) => lines);
				expect(rows.flatMap((row) => changeLines(row, new Map()))).toEqual(lines);
				const told = lines.map(({ what, whole = what }) => whole).toSorted();
				const expected = shown.map(({ words }) => words).toSorted();
				expect(told, expected.join()).toHaveLength(expected.length);
				for (const [index, line] of told.entries()) {
					if (withheld.includes(name)) expect(line).toMatch(/^(Sets|Changes|Removes) the [A-Za-z ]+$/);
					// The bar adds to some what follows from them.
					else expect(expected[index]?.startsWith(line), `${line} of ${expected[index]}`).toBe(true);
				}
			}
			expect(saves).toBeGreaterThan(0);
		});

		test("each field is among them, and none of the others has a part", () => {
			const others = editor.stored.filter((name) => !fields.includes(name));
			expect(others.filter((name) => !["access", "name"].includes(name))).toEqual([]);
		});
	},
);

test("of a row without values each field is named in words, as of rows that named a property as a whole", () => {
	/** All but lists, whose members are named. */
	const pathsOf = ({ fields, stored }: { fields: Fields; stored: readonly string[] }) =>
		stored.flatMap((name) => (Array.isArray(fields[name]?.codec.default) ? [] : [fields[name]?.codec.wire ?? ""]));
	const written: [string, string, readonly string[]][] = [
		["patch_clients_by_id", "", pathsOf(applicationEditor)],
		["patch_clients_by_id", "addons.samlp.", pathsOf(singleSignOnEditor)],
		["patch_connections_by_id", "", pathsOf(connectionEditor)],
		["patch_vc_templates_by_id", "", pathsOf(templateEditor)],
		["change_webhook", "", pathsOf(webhookEditor)],
		["set_template_purpose", "", ["purpose", "legalBasis", "retention", "privacyNotice", "preset"]],
	];
	for (const [operation, prefix, paths] of written) {
		for (const path of paths.filter((one) => !["", "addons", "presentation"].includes(one))) {
			const roots = path.includes(".") && prefix === "" && !path.startsWith("options") ? [path.split(".")[0]] : [];
			for (const named of [prefix + path, ...roots]) {
				// A template's name or type is only changed.
				for (const sign of operation === "patch_vc_templates_by_id" ? ["~"] : ["+", "-", "~"]) {
					const [line] = changeLines(auditEntry({ operation, changes: [`${sign}${named}`] }), new Map());
					expect(line?.what, named).toMatch(/^(Sets|Changes|Removes) (the [a-zA-Z' -]+|“[A-Za-z' -]+”)( or .*)?$/);
					expect(line?.what.replace("NameID", ""), named).not.toMatch(/_|[a-z]\.[a-z]|[a-z][A-Z]/);
				}
			}
		}
	}
});

test("the table of the activity has the editors of every resource that has any", () => {
	expect(Object.values(editors).every((those) => those.length > 0)).toBe(true);
});
