import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { type MadeCertificate, makeCertificate } from "@/lib/testing/certificates";
import { programPath } from "@/lib/testing/programs.mjs";
import { startServer } from "../federation/server-process";
import { findFreePort } from "../running-app/free-port";
import { type OutsideProvider, USER } from "./outside-provider";
import { startTlsFront } from "./tls-front";

/** Its cookies need a domain name. Browsers resolve any name below localhost to this machine. */
const HOST = "portal.localhost";
const HOME = "/usr/share/lemonldap-ng/portal";

/**
 * Starts its portal as an identity provider, with its demonstration's users, under Perl's own web server and with a
 * configuration of its own; nothing of the system's is read. It verifies and signs messages.
 */
export async function startLemonLdap(folder: string, serviceProvider: string): Promise<OutsideProvider> {
	const port = await findFreePort();
	const key = await makeCertificate();
	const front = await startTlsFront(port, key);
	const origin = `https://${HOST}:${front.port}`;
	for (const name of ["configuration", "sessions", "sessions-lock", "persistent", "persistent-lock"]) {
		await mkdir(join(folder, name));
	}
	const configuration = JSON.stringify(configurationOf(folder, origin, { serviceProvider, key }));
	await writeFile(join(folder, "configuration", "lmConf-1.json"), configuration);
	await writeFile(join(folder, "lemonldap-ng.ini"), settings(folder));
	await writeFile(join(folder, "portal.psgi"), PORTAL);
	const server = await startServer(
		[
			programPath("plackup"),
			"--server",
			"HTTP::Server::PSGI",
			"--host",
			"127.0.0.1",
			"--port",
			`${port}`,
			join(folder, "portal.psgi"),
		],
		port,
		{ LLNG_DEFAULTCONFFILE: join(folder, "lemonldap-ng.ini") },
	).catch(async (error: unknown) => {
		await front.stop();
		throw error;
	});
	const renewal = (page: Page) => page.getByRole("button", { name: "Renew session" });
	const logIn = async (page: Page) => {
		await page.getByRole("textbox", { name: "Login" }).fill(USER.id);
		await page.getByLabel("Password", { exact: true }).fill(USER.password);
		await page.getByRole("button", { name: "Connect" }).click();
	};
	return {
		origin,
		async fetchMetadata() {
			const response = await fetch(`http://127.0.0.1:${port}/saml/metadata/idp`);
			if (!response.ok) throw new Error(`No metadata: ${response.status} ${await response.text()}`);
			return response.text();
		},
		logIn,
		renewal,
		async logInAgain(page) {
			await renewal(page).click();
			await logIn(page);
		},
		expectPasswordPrompt: (page) => expect(page.getByLabel("Password", { exact: true })).toBeVisible(),
		signInTo(entityId, relayState) {
			const query = new URLSearchParams({
				IDPInitiated: "1",
				sp: entityId,
				...(relayState && { RelayState: relayState }),
			});
			return `${origin}/saml/singleSignOn?${query}`;
		},
		signOutAddress: `${origin}/?logout=1`,
		async stop() {
			await front.stop();
			await server.stop();
		},
	};
}

function settings(folder: string): string {
	return `[all]
logLevel=warn
[configuration]
type=File
dirName=${folder}/configuration
[portal]
staticPrefix=/static
templateDir=${HOME}/templates
languages=en
[handler]
`;
}

/** Like the program's own start, with its static files. */
const PORTAL = `use Plack::Builder;
use Plack::App::File;
use Lemonldap::NG::Portal::Main;
builder {
	mount '/static' => Plack::App::File->new(root => '${HOME}/htdocs/static')->to_app;
	mount '/javascript' => Plack::App::File->new(root => '/usr/share/javascript')->to_app;
	mount '/' => Lemonldap::NG::Portal::Main->run({});
};
`;

type Parties = {
	/** Its metadata. */
	serviceProvider: string;
	/** The portal's signing key. */
	key: MadeCertificate;
};

function configurationOf(folder: string, origin: string, { serviceProvider, key }: Parties) {
	const storage = (name: string) => ({
		Directory: join(folder, name),
		LockDirectory: join(folder, `${name}-lock`),
		generateModule: "Lemonldap::NG::Common::Apache::Session::Generate::SHA256",
	});
	return {
		cfgNum: 1,
		cfgAuthor: "tests",
		cfgDate: "1700000000",
		cfgVersion: "2.16.1",
		portal: `${origin}/`,
		domain: HOST,
		cookieName: "lemonldap",
		securedCookie: 1,
		https: 1,
		timeout: 72000,
		authentication: "Demo",
		userDB: "Same",
		passwordDB: "Null",
		registerDB: "Null",
		demoExportedVars: { cn: "cn", mail: "mail", uid: "uid" },
		globalStorage: "Apache::Session::File",
		globalStorageOptions: storage("sessions"),
		persistentStorage: "Apache::Session::File",
		persistentStorageOptions: storage("persistent"),
		localSessionStorage: "",
		notification: 0,
		loginHistoryEnabled: 0,
		whatToTrace: "_whatToTrace",
		macros: { _whatToTrace: "lc($_user)" },
		locationRules: { [HOST]: { default: "accept" } },
		// For how many seconds a password satisfies ForceAuthn; five by default.
		portalForceAuthnInterval: 2,
		captcha_mail_enabled: 0,
		captcha_register_enabled: 0,
		portalDisplayResetPassword: 0,
		portalDisplayRegister: 0,
		portalDisplayCertificateResetByMail: 0,
		portalSkin: "bootstrap",
		issuerDBSAMLActivation: 1,
		issuerDBSAMLRule: 1,
		samlServicePrivateKeySig: key.privateKey,
		samlServicePublicKeySig: key.certificate,
		samlSPMetaDataXML: { service: { samlSPMetaDataXML: serviceProvider } },
		samlSPMetaDataOptions: {
			service: {
				samlSPMetaDataOptionsNameIDFormat: "email",
				samlSPMetaDataOptionsEnableIDPInitiatedURL: 1,
				samlSPMetaDataOptionsSignSSOMessage: 1,
				samlSPMetaDataOptionsSignSLOMessage: 1,
				samlSPMetaDataOptionsCheckSSOMessageSignature: 1,
				samlSPMetaDataOptionsCheckSLOMessageSignature: 1,
			},
		},
		// Whether it is required, and its name.
		samlSPMetaDataExportedAttributes: { service: { uid: "1;uid", mail: "1;mail", cn: "1;displayName" } },
	};
}
