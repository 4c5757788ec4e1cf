import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Page } from "@playwright/test";
import { quietStep, spawnNpm } from "../../lib/cli/child.mjs";
import { keptFolder } from "./echo.ts";
import { createVisitor, expectStatus, postJson, type Result, type Visitor } from "./http.ts";
import { startServer } from "./server.ts";

/** Those of the template form, so that a peer's form is as long. */
const ATTRIBUTES = [
	...["portrait", "family_name", "given_name", "birth_date", "issue_date", "expiry_date", "issuing_country"],
	...["issuing_authority", "document_number", "driving_privileges", "un_distinguishing_sign", "age_over_18"],
	...["age_over_21", "age_in_years", "age_birth_year", "sex", "height", "eye_colour", "resident_address"],
	...["resident_city", "resident_postal_code"],
];
/** Of a console with data of its own, which ends with it. */
const ACCOUNT = { email: "editor@example.com", password: "of a measured console" };

/** Another console, built from its packages, with a form of about the same fields. */
type Source = {
	files: Record<string, string>;
	/** Before the first start, in turn. */
	scripts: string[];
	/** Of a list of templates and the form of a new one. */
	pages: { "list page": string; "form page": string };
	/** Responds with 200 when the console is ready. */
	readyPath: string;
	signIn: (visitor: Visitor) => Promise<void>;
	/** Sends a template to its server, which responds with 201. */
	create: (visitor: Visitor, name: string) => Promise<Result>;
	/** Fills in the form and waits until the page reports the template as created. */
	fillIn: (page: Page, name: string) => Promise<void>;
};
export type Peer = Awaited<ReturnType<typeof openPeer>>;

/** A page in the browser alone: its data is in the page as well, so that no server of it is measured. */
const reactAdmin: Source = {
	files: {
		"package.json": `{ "private": true, "type": "module",
	"scripts": { "build": "vite build", "start": "serve --single dist --listen tcp://127.0.0.1:$PORT" },
	"dependencies": { "ra-data-fakerest": "5.15.4", "react": "19.3.1", "react-admin": "5.15.4", "react-dom": "19.3.1",
		"serve": "14.2.7", "vite": "8.4.0" } }`,
		"index.html": `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Templates</title>
<meta name="viewport" content="width=device-width, initial-scale=1"></head>
<body><div id="root"></div><script type="module" src="/main.jsx"></script></body></html>`,
		"main.jsx": `import fakeRestProvider from "ra-data-fakerest";
import { Admin, BooleanInput, Create, Resource, SelectInput, SimpleForm, TextInput, required } from "react-admin";
import { createRoot } from "react-dom/client";
const attributes = ${JSON.stringify(ATTRIBUTES)};
const TemplateForm = () => <Create><SimpleForm>
	<TextInput source="name" validate={required()} />
	<SelectInput source="issuers" choices={[{ id: "aamva", name: "AAMVA" }, { id: "own", name: "Own" }]} />
	{attributes.map((name) => <BooleanInput key={name} source={name} />)}
</SimpleForm></Create>;
createRoot(document.getElementById("root")).render(<Admin dataProvider={fakeRestProvider({ templates: [] })}>
	<Resource name="templates" create={TemplateForm} />
</Admin>);`,
	},
	scripts: ["build"],
	pages: { "list page": "/#/templates", "form page": "/#/templates/create" },
	readyPath: "/",
	signIn: async () => {},
	create: () => Promise.reject(new Error("There is no server.")),
	async fillIn(page, name) {
		await page.getByRole("textbox", { name: "Name" }).fill(name);
		await page.getByLabel("Portrait").check();
		await page.getByRole("button", { name: "Save" }).click();
		await page.getByText("Element created").waitFor();
	},
};

const payload: Source = {
	files: {
		"package.json": `{ "private": true, "type": "module",
	"scripts": { "seed": "node seed.js", "build": "next build", "start": "next start -H 127.0.0.1" },
	"dependencies": { "@payloadcms/db-sqlite": "3.90.2", "@payloadcms/next": "3.90.2", "@payloadcms/ui": "3.90.2",
		"graphql": "16.11.0", "next": "16.4.6", "payload": "3.90.2", "react": "19.3.1", "react-dom": "19.3.1" } }`,
		"next.config.js": `import { withPayload } from "@payloadcms/next/withPayload";
export default withPayload({});`,
		"payload.config.js": `import { sqliteAdapter } from "@payloadcms/db-sqlite";
import { buildConfig } from "payload";
const attributes = ${JSON.stringify(ATTRIBUTES)};
export default buildConfig({
	secret: "of a measured console", telemetry: false, typescript: { autoGenerate: false },
	db: sqliteAdapter({ client: { url: "file:payload.db" }, wal: { synchronous: "FULL" } }),
	collections: [{ slug: "users", auth: true, fields: [] }, { slug: "templates", fields: [
		{ name: "name", type: "text", required: true },
		{ name: "issuers", type: "select", options: ["aamva", "own"] },
		...attributes.map((name) => ({ name, type: "checkbox" })),
	] }],
});`,
		// In development the tables are made by the first start.
		"seed.js": `process.env.NODE_ENV = "development";
const { getPayload } = await import("payload");
const config = (await import("./payload.config.js")).default;
await (await getPayload({ config })).create({ collection: "users", data: ${JSON.stringify(ACCOUNT)} });
process.exit();`,
		"app/layout.jsx": `import "@payloadcms/next/css";
import { handleServerFunctions, RootLayout } from "@payloadcms/next/layouts";
import config from "../payload.config.js";
async function serverFunction(parameters) {
	"use server";
	return handleServerFunctions({ ...parameters, config, importMap: {} });
}
export default function Layout({ children }) {
	return <RootLayout config={config} importMap={{}} serverFunction={serverFunction}>{children}</RootLayout>;
}`,
		"app/admin/[[...segments]]/page.jsx": `import { RootPage } from "@payloadcms/next/views";
import config from "../../../payload.config.js";
export default function Page({ params, searchParams }) {
	return RootPage({ config, importMap: {}, params, searchParams });
}`,
		"app/api/[...slug]/route.js": `import { REST_GET, REST_POST } from "@payloadcms/next/routes";
import config from "../../../payload.config.js";
export const GET = REST_GET(config);
export const POST = REST_POST(config);`,
	},
	scripts: ["seed", "build"],
	pages: { "list page": "/admin/collections/templates", "form page": "/admin/collections/templates/create" },
	readyPath: "/api/access",
	async signIn(visitor) {
		await expectStatus(200, visitor.visit("/api/users/login", postJson(ACCOUNT)));
	},
	create: (visitor, name) => visitor.visit("/api/templates", postJson({ name, issuers: "aamva", portrait: true })),
	async fillIn(page, name) {
		await page.locator("#field-name").fill(name);
		await page.locator("#field-portrait").check();
		await page.locator("#action-save").click();
		await page.getByText("successfully created").waitFor();
	},
};

const sources = { "react-admin": reactAdmin, Payload: payload };

/** Another console, installed and built once, with an admin who is signed in. */
export async function openPeer(name: keyof typeof sources) {
	const { files, scripts, pages, readyPath, signIn, create, fillIn } = sources[name];
	const folder = await keptFolder(name.toLowerCase(), [import.meta.filename], async (cwd) => {
		for (const [file, text] of Object.entries(files)) {
			mkdirSync(dirname(join(cwd, file)), { recursive: true });
			writeFileSync(join(cwd, file), text);
		}
		await quietStep(`Installing ${name}`, spawnNpm(["install", "--no-audit", "--no-fund"], { cwd }));
		for (const script of scripts) await quietStep(`${name}: ${script}`, spawnNpm(["run", script], { cwd }));
	});
	const app = await startServer(folder, { readyPath });
	const admin = createVisitor(app.address);
	await signIn(admin);
	return { name, app, admin, pages, create: (templateName: string) => create(admin, templateName), fillIn };
}
