import { MDL_DOCUMENT_TYPE, MDL_NAMESPACE } from "@/lib/contract/template/mdl-attribute-names";

type Asked = { names: readonly string[]; isRetained: boolean };

/**
 * A file for the server of the admin's own application (Node.js, no library): it asks for the same elements by the same
 * two protocols as the console, and makes of an answer what a verifier needs.
 */
export function serverSnippet({ names, isRetained }: Asked): string {
	const asked = names.map((name) => `  [${JSON.stringify(name)}, ${isRetained}],`).join("\n");
	return `// ask-licence.mjs: for your server, Node.js 20 or newer. Nothing to install.
import { createDecipheriv, createHash, createHmac, createPrivateKey, createPublicKey,
  diffieHellman, generateKeyPairSync, randomBytes } from "node:crypto";

const DOCUMENT_TYPE = ${JSON.stringify(MDL_DOCUMENT_TYPE)};
const NAMESPACE = ${JSON.stringify(MDL_NAMESPACE)};
// What the template asks for, and whether you will store the answer.
const ASKED = [
${asked}
];

// The signatures that your verifier knows: ECDSA with P-256, P-384 and P-521, and Ed25519.
const ALGORITHMS = [-7, -9, -35, -51, -36, -52, -8, -19];

// For every press of the button. \`requests\` goes to the browser. \`kept\` stays in the visitor's
// session on your server: for one answer, for ten minutes. \`origin\` is your own, such as
// "https://shop.example": from your settings, never from a header of the request.
export function beginRequest(origin) {
  const nonce = randomBytes(32);
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const key = privateKey.export({ format: "jwk" });
  const coseKey = new Map([[1, 2], [-1, 1], [-2, fromBase64(key.x)], [-3, fromBase64(key.y)]]);
  const encryptionInfo = toBase64(cbor(["dcapi", new Map([["nonce", nonce], ["recipientPublicKey", coseKey]])]));
  const items = new Map([["docType", DOCUMENT_TYPE], ["nameSpaces", new Map([[NAMESPACE, new Map(ASKED)]])]]);
  const deviceRequest = toBase64(cbor(new Map([
    ["version", "1.0"],
    ["docRequests", [new Map([["itemsRequest", { tag24: cbor(items) }]])]],
  ])));
  const openid4vp = {
    response_type: "vp_token",
    response_mode: "dc_api",
    nonce: toBase64(nonce),
    dcql_query: { credentials: [{
      id: "mdl",
      format: "mso_mdoc",
      meta: { doctype_value: DOCUMENT_TYPE },
      claims: ASKED.map(([name, stored]) => ({ path: [NAMESPACE, name], intent_to_retain: stored })),
    }] },
    client_metadata: { vp_formats_supported: { mso_mdoc: {
      issuerauth_alg_values: ALGORITHMS, deviceauth_alg_values: ALGORITHMS,
    } } },
  };
  return {
    requests: [
      { protocol: "org-iso-mdoc", data: { deviceRequest, encryptionInfo } },
      { protocol: "openid4vp-v1-unsigned", data: openid4vp },
    ],
    kept: { origin, nonce: toBase64(nonce), key, encryptionInfo, until: Date.now() + 600_000 },
  };
}

// For the one answer. Take \`kept\` out of the session first, so that no answer is used twice.
// Gives the two inputs of a verifier of ISO 18013-5, or throws.
export function readAnswer({ protocol, data }, kept) {
  if (!kept || Date.now() > kept.until) throw new Error("Nothing was asked, or too long ago.");
  if (data?.error) throw new Error("The wallet answered with an error.");
  if (protocol === "openid4vp-v1-unsigned") {
    const handover = cbor([kept.origin, kept.nonce, null]);
    const sessionTranscript = cbor([null, null, ["OpenID4VPDCAPIHandover", sha256(handover)]]);
    return { deviceResponse: fromBase64(data.vp_token.mdl[0]), sessionTranscript };
  }
  if (protocol !== "org-iso-mdoc") throw new Error("Another protocol than asked for.");
  const handover = cbor([kept.encryptionInfo, kept.origin]);
  const sessionTranscript = cbor([null, null, ["dcapi", sha256(handover)]]);
  const [, sealed] = readCbor(fromBase64(data.response));
  const deviceResponse = openHpke(kept.key, sealed.get("enc"), sealed.get("cipherText"), sessionTranscript);
  return { deviceResponse, sessionTranscript };
}

// Then check: hand both to a verifier, such as the npm package @owf/mdoc, with the roots of the
// issuers that you trust. It has to check the digests of the elements, the issuer's signature and
// certificates, the dates, and the signature of the phone over \`sessionTranscript\`. To see what is
// wrong with an answer, paste it into the console under "Check a response", with \`kept\`.

const sha256 = (bytes) => createHash("sha256").update(bytes).digest();
const toBase64 = (bytes) => bytes.toString("base64url");
const fromBase64 = (text) => Buffer.from(text, "base64url");

function cbor(value) {
  const head = (kind, n) => {
    if (n < 24) return Buffer.from([(kind << 5) | n]);
    const size = n < 256 ? 1 : n < 65536 ? 2 : 4;
    const bytes = Buffer.from([(kind << 5) | (24 + Math.log2(size)), ...Buffer.alloc(size)]);
    bytes.writeUIntBE(n, 1, size);
    return bytes;
  };
  if (value === null) return Buffer.from([0xf6]);
  if (typeof value === "boolean") return Buffer.from([value ? 0xf5 : 0xf4]);
  if (typeof value === "number") return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === "string") return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(cbor)]);
  if (value instanceof Map) return Buffer.concat([head(5, value.size), ...[...value].flat().map(cbor)]);
  return Buffer.concat([Buffer.from([0xd8, 24]), cbor(value.tag24)]);
}

function readCbor(bytes, place = { at: 0 }) {
  const first = bytes.readUInt8(place.at++);
  let n = first & 31;
  if (n > 26) throw new Error("Not CBOR as expected.");
  if (n > 23) {
    const size = 1 << (n - 24);
    n = bytes.readUIntBE(place.at, size);
    place.at += size;
  }
  if (n > bytes.length - place.at) throw new Error("The CBOR ends too early.");
  const read = () => readCbor(bytes, place);
  const take = () => bytes.subarray(place.at, (place.at += n));
  switch (first >> 5) {
    case 2: return take();
    case 3: return take().toString();
    case 4: return Array.from({ length: n }, read);
    case 5: return new Map(Array.from({ length: n }, () => [read(), read()]));
    default: throw new Error("Not CBOR as expected.");
  }
}

// RFC 9180, base mode: DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, AES-128-GCM.
function openHpke(key, enc, cipherText, info) {
  const x = toBase64(enc.subarray(1, 33)), y = toBase64(enc.subarray(33));
  const sender = createPublicKey({ format: "jwk", key: { kty: "EC", crv: "P-256", x, y } });
  const dh = diffieHellman({ privateKey: createPrivateKey({ format: "jwk", key }), publicKey: sender });
  const own = Buffer.concat([Buffer.from([4]), fromBase64(key.x), fromBase64(key.y)]);
  const kem = Buffer.from("KEM\\0\\x10"), suite = Buffer.from("HPKE\\0\\x10\\0\\x01\\0\\x01"), none = Buffer.alloc(0);
  const hmac = (secret, parts) => createHmac("sha256", secret).update(Buffer.concat(parts)).digest();
  const extract = (id, salt, label, input) => hmac(salt, [Buffer.from("HPKE-v1"), id, Buffer.from(label), input]);
  const expand = (id, secret, label, context, length) => hmac(secret, [Buffer.from([0, length]),
    Buffer.from("HPKE-v1"), id, Buffer.from(label), context, Buffer.from([1])]).subarray(0, length);
  const shared = expand(kem, extract(kem, none, "eae_prk", dh), "shared_secret", Buffer.concat([enc, own]), 32);
  const context = Buffer.concat([Buffer.from([0]), extract(suite, none, "psk_id_hash", none),
    extract(suite, none, "info_hash", info)]);
  const secret = extract(suite, shared, "secret", none);
  const decipher = createDecipheriv("aes-128-gcm", expand(suite, secret, "key", context, 16),
    expand(suite, secret, "base_nonce", context, 12));
  decipher.setAuthTag(cipherText.subarray(-16));
  return Buffer.concat([decipher.update(cipherText.subarray(0, -16)), decipher.final()]);
}
`;
}
