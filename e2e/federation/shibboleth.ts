import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { programPath } from "@/lib/testing/programs.mjs";
import { findFreePort } from "../running-app/free-port";
import { startApache } from "./apache";
import { startServer } from "./server-process";

const SETTINGS = "/etc/shibboleth";

export type RelyingParty = {
	/** Its origin. */
	address: string;
	/** The endpoint for responses. */
	callback: string;
	/** The daemon's log: its start, and what it refused. */
	log: () => Promise<string>;
	/** Whether its library, OpenSAML, verifies a token's signature with the configured certificate. */
	verifies: (token: string) => Promise<boolean>;
	/** The user's attributes that it reads from a token, by the metadata that it has. */
	attributesOf: (token: string) => Promise<Record<string, string>>;
	stop: () => Promise<void>;
};

export type Trust = {
	/** The identity provider's. */
	entityId: string;
	/** Address of its federation metadata, which the service provider itself reads. */
	metadata: string;
	/** PEM: the metadata's signature is verified with it. */
	certificate: string;
};

/** Addresses for a service provider that is not started yet: the identity provider has to know them first. */
export async function relyingPartyAddress() {
	const port = await findFreePort();
	const address = `http://localhost:${port}`;
	return { port, address, entityId: `https://rp.example/${port}`, callback: `${address}/Shibboleth.sso/ADFS` };
}

/**
 * Starts Debian's Shibboleth service provider, its daemon and Apache with its module, with WS-Federation (its "ADFS"
 * plugin) as the only protocol. `/secure/` requires a session.
 */
export async function startRelyingParty(
	{ port, address, entityId, callback }: Awaited<ReturnType<typeof relyingPartyAddress>>,
	trust: Trust,
): Promise<RelyingParty> {
	const folder = await mkdtemp(join(tmpdir(), "shibboleth-"));
	// Apache's workers run as another system user, and read it too.
	await chmod(folder, 0o755);
	const daemonPort = await findFreePort();
	await mkdir(join(folder, "pages", "secure"), { recursive: true });
	const icon = '<link rel="icon" href="data:,">';
	await writeFile(join(folder, "pages", "index.html"), `<title>Relying party</title>${icon}<h1>Not signed in</h1>`);
	await writeFile(join(folder, "pages", "secure", "index.html"), `<title>Secure</title>${icon}<h1>For members</h1>`);
	await writeFile(join(folder, "certificate.pem"), trust.certificate);
	await writeFile(join(folder, "attribute-map.xml"), ATTRIBUTES);
	for (const name of ["daemon", "module"])
		await writeFile(join(folder, `${name}.logger`), shibbolethLogger(folder, name));
	const configuration = join(folder, "shibboleth2.xml");
	await writeFile(configuration, serviceProvider(folder, daemonPort, entityId, trust));
	const daemon = await startShibd(folder, configuration);
	const apache = await startApache({
		folder,
		port,
		modules: { mod_shib: "shib" },
		directives: `ShibConfig ${configuration}
<Location />
AuthType shibboleth
Require shibboleth
</Location>
<Location /secure>
AuthType shibboleth
ShibRequestSetting requireSession true
Require shib-session
</Location>`,
	}).catch(async (error: unknown) => {
		await daemon.stop();
		throw error;
	});
	return {
		address,
		callback,
		log: () => readFile(join(folder, "daemon.log"), "utf8"),
		async verifies(token) {
			const file = join(folder, "token.xml");
			await writeFile(file, token);
			return spawnSync(programPath("samlsign"), ["-c", join(folder, "certificate.pem"), "-f", file]).status === 0;
		},
		async attributesOf(token) {
			const env = { ...process.env, SHIBSP_CONFIG: configuration };
			// It reads a token as the daemon would, and prints the user's attributes.
			const { stdout } = spawnSync(programPath("resolvertest"), { input: token, env, encoding: "utf8" });
			return Object.fromEntries(
				[...stdout.matchAll(/^(\w+): (.*)$/gm)].map(([, name = "", value = ""]) => [name, value]),
			);
		},
		async stop() {
			await apache.stop();
			await daemon.stop();
			await rm(folder, { recursive: true, force: true });
		},
	};
}

function serviceProvider(folder: string, daemonPort: number, entityId: string, trust: Trust): string {
	return `<SPConfig xmlns="urn:mace:shibboleth:3.0:native:sp:config" clockSkew="180">
<OutOfProcess logger="${folder}/daemon.logger"><Extensions><Library path="adfs.so" fatal="true"/></Extensions></OutOfProcess>
<InProcess logger="${folder}/module.logger"><Extensions><Library path="adfs-lite.so" fatal="true"/></Extensions></InProcess>
<TCPListener address="127.0.0.1" port="${daemonPort}" acl="127.0.0.1"/>
<StorageService type="Memory" id="mem" cleanupInterval="900"/>
<SessionCache type="StorageService" StorageService="mem" cleanupInterval="900"/>
<ReplayCache StorageService="mem"/>
<RequestMapper type="Native"><RequestMap/></RequestMapper>
<ApplicationDefaults entityID="${entityId}" REMOTE_USER="user">
<Sessions lifetime="28800" timeout="3600" relayState="ss:mem" checkAddress="false" handlerSSL="false" cookieProps="http" redirectLimit="exact">
<SSO entityID="${trust.entityId}">ADFS</SSO>
<Logout>ADFS Local</Logout>
</Sessions>
<Errors supportContact="root@localhost"/>
<MetadataProvider type="XML" url="${trust.metadata}" backingFilePath="${folder}/metadata.xml">
<MetadataFilter type="Signature" certificate="${folder}/certificate.pem"/>
</MetadataProvider>
<AttributeExtractor type="XML" validate="true" path="${folder}/attribute-map.xml"/>
</ApplicationDefaults>
<SecurityPolicyProvider type="XML" validate="true" path="${SETTINGS}/security-policy.xml"/>
<ProtocolProvider type="XML" validate="true" path="${SETTINGS}/protocols.xml"/>
</SPConfig>
`;
}

const CLAIMS = "http://schemas.xmlsoap.org/ws/2005/05/identity/claims";
const ATTRIBUTES = `<Attributes xmlns="urn:mace:shibboleth:2.0:attribute-map">
<Attribute name="nameidentifier" nameFormat="${CLAIMS}" id="user"/>
<Attribute name="emailaddress" nameFormat="${CLAIMS}" id="email"/>
<Attribute name="name" nameFormat="${CLAIMS}" id="name"/>
</Attributes>
`;

/**
 * Starts the daemon. Its log shows that it listens: after a connection that sends nothing it may respond to no other.
 */
export function startShibd(folder: string, configuration: string): Promise<{ stop: () => Promise<void> }> {
	const log = join(folder, "daemon.log");
	return startServer(
		[programPath("shibd"), "-F", "-f", "-c", configuration, "-p", join(folder, "shibd.pid")],
		async () => existsSync(log) && (await readFile(log, "utf8")).includes("listener service starting"),
	);
}

/** The log of one of its two processes. */
export function shibbolethLogger(folder: string, name: string): string {
	return `log4j.rootCategory=INFO, file
log4j.appender.file=org.apache.log4j.FileAppender
log4j.appender.file.fileName=${folder}/${name}.log
log4j.appender.file.layout=org.apache.log4j.PatternLayout
log4j.appender.file.layout.ConversionPattern=%p %c: %m%n
`;
}
