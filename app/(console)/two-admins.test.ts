import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Content, Editor, Fields } from "@/app/_editor/editor";
import { contentOfResponse, requestOfChanges } from "@/app/_editor/wire";
import { expectTruthfulSaves, type FormEdit } from "@/app/_testing/two-admins";
import type { MetadataEntry } from "@/lib/contract/metadata";
import type { writePurpose } from "@/lib/dashboard/store/template-purposes";
import { noPurpose, type Purpose } from "@/lib/dashboard/templates/purpose";
import { clearDashboardState, pointAtService, signInAs } from "@/lib/dashboard/testing/dashboard-state";
import { type FaultServer, json, startFaultServer } from "@/lib/dashboard/testing/fault-server";
import { saveMetadataAction } from "./_metadata/metadata-actions";
import { type MetadataContent, metadataEditor } from "./_metadata/metadata-editor";
import { entriesOf } from "./_metadata/rows/metadata-rows";
import { contentOf as singleSignOnContent, updateRequestOf as singleSignOnRequest } from "./applications/_edit/add-ons";
import { content as applications } from "./applications/_edit/application.test-data";
import { updateApplicationAction } from "./applications/_edit/application-actions";
import { applicationEditor } from "./applications/_edit/application-editor";
import { updateRequestOf as applicationRequest } from "./applications/_edit/application-request";
import { content as singleSignOns } from "./applications/_edit/single-sign-on.test-data";
import { singleSignOnEditor } from "./applications/_edit/single-sign-on-editor";
import { singleSignOnAction } from "./applications/_single-sign-on/single-sign-on-actions";
import { savable } from "./connections/_edit/connection.test-data";
import { updateConnectionAction } from "./connections/_edit/connection-actions";
import { connectionEditor } from "./connections/_edit/connection-editor";
import {
	contentOf as connectionContent,
	updateRequestOf as connectionRequest,
} from "./connections/_edit/connection-request";
import { updateWebhookAction } from "./log-stream/log-stream-actions";
import { type WebhookContent, webhookEditor } from "./log-stream/log-stream-editors";
import { element, content as templates } from "./templates/_edit/template.test-data";
import {
	purposeOf,
	type TemplateContent,
	templateEditor,
	updateRequestOf as templateRequest,
} from "./templates/_edit/template-editor";
import { boxesOf, toggled } from "./templates/_edit/template-elements";
import { contentOf as templateContent } from "./templates/_edit/template-save";
import { updateTemplateAction } from "./templates/_form/template-actions";

const ID = "id_1";
const MDL = "org.iso.18013.5.1";
const STORED = {
	template: { id: ID, name: "Age", type: "mdl", presentation: { [`${MDL}.mDL`]: { [MDL]: { portrait: true } } } },
	application: { client_id: ID, name: "Shop", callbacks: ["https://shop.example/callback"] },
	connection: { id: ID, name: "acme", strategy: "samlp", options: {}, clients: [] },
};

let service: FaultServer;
/** What the service stores; a PATCH replaces the properties that it contains. */
let stored: Record<string, unknown>;
let writes: number;

/** The purpose that the console keeps of the template. */
let purpose: Purpose;
vi.mock("@/lib/dashboard/store/template-purposes", () => ({
	readPurpose: async () => purpose,
	readPurposes: async (ids: string[]) => new Map(ids.map((id) => [id, purpose])),
	writePurpose: async (...[, , , , after]: Parameters<typeof writePurpose>) => {
		// A save that also wrote to the service is one write.
		if (!isPatched) writes += 1;
		purpose = after;
	},
}));
let isPatched: boolean;

/** The console's own store of webhooks. */
vi.mock("@/lib/dashboard/log-stream/webhooks", () => ({ getWebhook: async () => stored }));
vi.mock("@/lib/dashboard/log-stream/webhook-writes", () => ({
	changeWebhook: async (_: string, changed: object) => {
		writes += 1;
		stored = { ...stored, ...changed };
	},
}));

/** The applications of a connection, which the service stores apart from it. */
function respondWithClients(method: string, body: string, response: Parameters<typeof json>[0]) {
	const { clients = [] } = stored as { clients?: string[] };
	if (method === "GET") return json(response, 200, { clients: clients.map((client_id) => ({ client_id })) });
	const on = new Set(clients);
	for (const { client_id, status } of JSON.parse(body) as { client_id: string; status: boolean }[]) {
		if (status) on.add(client_id);
		else on.delete(client_id);
	}
	stored = { ...stored, clients: [...on] };
	return json(response, 204, null);
}

beforeAll(async () => {
	service = await startFaultServer();
	service.respondWithToken = (_, response) =>
		json(response, 200, {
			access_token: "token",
			token_type: "Bearer",
			expires_in: 3600,
			scope: "read:clients update:clients read:client_grants read:connections_options update:connections_options",
		});
	await pointAtService(service.address);
	signInAs("editor");
});
beforeEach(() => {
	writes = 0;
	service.handle = ({ method, url, body }, response) => {
		if (url.includes("client-grants")) return json(response, 200, []);
		if (url.includes("/clients/s/connections")) return json(response, 200, { connections: [] });
		if (method === "PATCH" && !isPatched) writes += 1;
		isPatched = method === "PATCH";
		if (url.includes(`/${ID}/clients`)) return respondWithClients(method, body, response);
		if (isPatched) stored = { ...stored, ...JSON.parse(body) };
		return json(response, 200, stored);
	};
});
afterAll(async () => {
	await clearDashboardState();
	await service.close();
});

describe("for any sequence of two admins and a program, a save writes what its page has shown, and nothing else", () => {
	const RUNS = process.env.LONG ? 1000 : 20;
	const WITHIN_MS = 60_000 + RUNS * 1000;

	type Between<F extends Fields> = {
		editor: Editor<F>;
		contentOf: (stored: never) => Content<F> | null;
		requestOf: (before: Content<F>, after: Content<F>, stored: never) => object | null;
	};

	/** The conversions between an editor's content and what the service stores. */
	function held<F extends Fields>({ editor, contentOf, requestOf }: Between<F>) {
		const now = () => contentOf(stored as never) ?? expect.fail("of an unknown shape");
		const put = (content: Content<F>) => void Object.assign(stored, requestOf(now(), content, stored as never));
		return { editor, stored: now, put, writes: () => writes };
	}

	/** Some with a name that no form of this console has written. */
	const padded = <Of extends { name: string }>(contents: fc.Arbitrary<Of>) =>
		fc.tuple(contents, fc.constantFrom("", "", " ", "\u00a0")).map(([one, pad]) => ({ ...one, name: pad + one.name }));

	it(
		"of a template",
		() => {
			stored = structuredClone(STORED.template);
			const toggle: fc.Arbitrary<FormEdit<typeof templateEditor.fields>> = fc
				.tuple(element, fc.boolean())
				.map(([name, tick]) => ({
					words: `${tick ? "ticks" : "clears"} ${name}`,
					apply(values, baseline) {
						const boxes = [...boxesOf(baseline.elements), ...values.elements];
						const elements = [...new Map(boxes.map((box) => [box.name, box])).values()];
						return { ...values, elements: toggled(elements, [name], tick) };
					},
				}));
			const typing: typeof toggle = fc.constantFrom("age_over_30", "nationality, x", "").map((added) => ({
				words: `types ${added}`,
				apply: (values) => ({ ...values, added }),
			}));
			purpose = noPurpose;
			const contentOf = (template: { id: string }) => templateContent({ ...template, purpose });
			const form = held({ editor: templateEditor, contentOf, requestOf: templateRequest });
			// The service stores no template without elements.
			const isStorable = ({ elements }: TemplateContent) => Object.keys(elements).length > 0;
			return expectTruthfulSaves(
				{
					...form,
					put(content) {
						if (!isStorable(content)) return;
						form.put(content);
						purpose = purposeOf(content);
					},
					contents: padded(templates.filter(isStorable)),
					edits: fc.oneof(toggle, typing),
					save: updateTemplateAction,
					target: { templateId: ID },
				},
				RUNS,
			);
		},
		WITHIN_MS,
	);

	it(
		"of an application",
		() => {
			stored = structuredClone(STORED.application);
			const contentOf = (application: object) => contentOfResponse(applicationEditor, application);
			return expectTruthfulSaves(
				{
					...held({ editor: applicationEditor, contentOf, requestOf: applicationRequest }),
					contents: padded(applications),
					save: updateApplicationAction,
					target: { applicationId: ID },
				},
				RUNS,
			);
		},
		WITHIN_MS,
	);

	it(
		"of an application's single sign-on, and other add-ons stay as they are",
		() => {
			const addons = { firebase: { private_key: "k" } };
			stored = { ...STORED.application, addons };
			// Values that pass the rules of every setting.
			const plain = { recipient: "", destination: "", signingCert: "", logoutCallback: "https://a.example/out" };
			return expectTruthfulSaves(
				{
					...held({ editor: singleSignOnEditor, contentOf: singleSignOnContent, requestOf: singleSignOnRequest }),
					contents: singleSignOns.map((one) => ({ ...one, ...plain })),
					save: singleSignOnAction,
					target: { applicationId: ID },
					always: () => expect(stored.addons).toMatchObject(addons),
				},
				RUNS,
			);
		},
		WITHIN_MS,
	);

	it(
		"of a connection, and unknown options stay as they are",
		() => {
			const options = { odd: { secret: "k" }, idpinitiated: { note: 1 } };
			stored = { ...STORED.connection, options };
			return expectTruthfulSaves(
				{
					...held({ editor: connectionEditor, contentOf: connectionContent, requestOf: connectionRequest }),
					contents: savable,
					save: updateConnectionAction,
					target: { connectionId: ID },
					always: () => expect(stored.options).toMatchObject(options),
				},
				RUNS,
			);
		},
		WITHIN_MS,
	);

	it(
		"of a webhook",
		() => {
			stored = { id: ID, name: "Receiver", url: "https://a.example/", kinds: ["users"] };
			const contentOf = (webhook: object) => contentOfResponse(webhookEditor, webhook);
			const requestOf = (before: WebhookContent, after: WebhookContent) =>
				requestOfChanges(webhookEditor, before, after, stored);
			return expectTruthfulSaves(
				{
					...held({ editor: webhookEditor, contentOf, requestOf }),
					contents: padded(
						fc.record({
							name: fc.constantFrom("Receiver", "Siem", ""),
							url: fc.constantFrom("https://a.example/", "https://b.example/", "https://A.example", "http://a"),
							kinds: fc.subarray(["users", "templates", "applications"]),
						}),
					),
					save: updateWebhookAction,
					target: { webhookId: ID },
				},
				RUNS,
			);
		},
		WITHIN_MS,
	);

	it.each([
		...([["token", "refresh_token_metadata", "tokenId"]] as const),
		...([["session", "session_metadata", "sessionId"]] as const),
	])(
		"of a %s's metadata",
		(_, wire, idField) => {
			stored = { id: ID };
			const key = fc.constantFrom("a", "b", "shared", "__proto__", "new", " ", "rows");
			const text = fc.constantFrom("", "1", "2", "é\r\n");
			const entries = fc.uniqueArray(fc.tuple(key, text), { selector: ([each]) => each, maxLength: 5 });
			const contentOf = (holder: Record<string, unknown>) => ({
				rows: entriesOf(holder[wire] as Record<string, string> | undefined),
			});
			const requestOf = (_: MetadataContent, after: MetadataContent) => ({
				[wire]: Object.fromEntries(after.rows.map(([key, value]) => [key, value])),
			});
			return expectTruthfulSaves(
				{
					...held({ editor: metadataEditor, contentOf, requestOf }),
					contents: entries.map((rows) => ({ rows: rows as MetadataEntry[] })),
					save: saveMetadataAction,
					target: { [idField]: ID },
				},
				RUNS,
			);
		},
		WITHIN_MS,
	);
});
