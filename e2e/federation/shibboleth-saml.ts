import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { findFreePort } from "../running-app/free-port";
import { startApache } from "./apache";
import { shibbolethLogger, startShibd } from "./shibboleth";

const SETTINGS = "/etc/shibboleth";

/** The SAML 2.0 endpoints of a Shibboleth service provider at an origin. */
export function shibbolethEndpoints(origin: string) {
	const handlers = `${origin}/Shibboleth.sso`;
	return {
		entityId: `${origin}/shibboleth`,
		callback: `${handlers}/SAML2/POST`,
		logout: { post: `${handlers}/SLO/POST`, redirect: `${handlers}/SLO/Redirect` },
		signOut: `${handlers}/Logout`,
		session: `${handlers}/Session`,
		metadata: `${handlers}/Metadata`,
	};
}

type Party = {
	/** PEM, of the service provider, as is `certificate`. */
	privateKey: string;
	certificate: string;
	identityProvider: { entityId: string; metadata: string };
};

/**
 * Starts Debian's Shibboleth service provider with SAML 2.0 as its only protocol. It signs all messages. `/secure/`
 * requires a session.
 */
export async function startShibboleth(folder: string, origin: string, party: Party) {
	const daemonPort = await findFreePort();
	// Apache's workers run as another system user, and read it too.
	await chmod(folder, 0o755);
	await mkdir(join(folder, "pages", "secure"), { recursive: true });
	const icon = '<link rel="icon" href="data:,">';
	const page = (title: string) => `<title>Provider</title>${icon}<h1>${title}</h1>`;
	const files = {
		"pages/index.html": page("Public page"),
		"pages/secure/index.html": page("For members"),
		"identity-provider.xml": party.identityProvider.metadata,
		"party.key": party.privateKey,
		"party.crt": party.certificate,
		"attribute-map.xml": ATTRIBUTES,
		"daemon.logger": shibbolethLogger(folder, "daemon"),
		"module.logger": shibbolethLogger(folder, "module"),
		"shibboleth2.xml": configuration(folder, daemonPort, origin, party.identityProvider.entityId),
	};
	for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
	const file = join(folder, "shibboleth2.xml");
	const daemon = await startShibd(folder, file);
	const apache = await startApache({
		folder,
		port: Number(new URL(origin).port),
		modules: { mod_shib: "shib" },
		directives: `ShibConfig ${file}
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
		log: () => readFile(join(folder, "daemon.log"), "utf8"),
		async stop() {
			await apache.stop();
			await daemon.stop();
		},
	};
}

function configuration(folder: string, daemonPort: number, origin: string, identityProvider: string): string {
	return `<SPConfig xmlns="urn:mace:shibboleth:3.0:native:sp:config" clockSkew="180">
<OutOfProcess logger="${folder}/daemon.logger"/>
<InProcess logger="${folder}/module.logger"/>
<TCPListener address="127.0.0.1" port="${daemonPort}" acl="127.0.0.1"/>
<StorageService type="Memory" id="mem" cleanupInterval="900"/>
<SessionCache type="StorageService" StorageService="mem" cleanupInterval="900"/>
<ReplayCache StorageService="mem"/>
<RequestMapper type="Native"><RequestMap/></RequestMapper>
<ApplicationDefaults entityID="${shibbolethEndpoints(origin).entityId}" REMOTE_USER="user" signing="true">
<Sessions lifetime="28800" timeout="3600" relayState="ss:mem" checkAddress="false" handlerSSL="false" cookieProps="http" redirectLimit="exact">
<SSO entityID="${identityProvider}">SAML2</SSO>
<Logout>SAML2 Local</Logout>
<Handler type="Session" Location="/Session" contentType="application/json" showAttributeValues="true"/>
<Handler type="MetadataGenerator" Location="/Metadata" signing="false"/>
</Sessions>
<Errors supportContact="root@localhost"/>
<MetadataProvider type="XML" validate="true" path="${folder}/identity-provider.xml"/>
<AttributeExtractor type="XML" validate="true" path="${folder}/attribute-map.xml"/>
<CredentialResolver type="File" use="signing" key="${folder}/party.key" certificate="${folder}/party.crt"/>
</ApplicationDefaults>
<SecurityPolicyProvider type="XML" validate="true" path="${SETTINGS}/security-policy.xml"/>
<ProtocolProvider type="XML" validate="true" path="${SETTINGS}/protocols.xml"/>
</SPConfig>
`;
}

const CLAIMS = "http://schemas.xmlsoap.org/ws/2005/05/identity/claims";
const ATTRIBUTES = `<Attributes xmlns="urn:mace:shibboleth:2.0:attribute-map">
<Attribute name="${CLAIMS}/nameidentifier" id="user"/>
<Attribute name="${CLAIMS}/emailaddress" id="email"/>
<Attribute name="${CLAIMS}/name" id="name"/>
</Attributes>
`;
