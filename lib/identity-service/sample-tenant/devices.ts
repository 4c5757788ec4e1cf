/** One side of a token's device: where it was issued, or exchanged last. Addresses and networks are of RFC 5737, 3849, 5398. */
export type SampleDevice = { ip: string | null; asn: string | null; userAgent: string | null };

export const sampleDevices = {
	chromeOnWindows: {
		ip: "203.0.113.24",
		asn: "64496",
		userAgent:
			"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
	},
	firefoxOnLinux: {
		ip: "198.51.100.7",
		asn: "64497",
		userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0",
	},
	safariOnMac: {
		ip: "2001:db8:40::1f3",
		asn: "64498",
		userAgent:
			"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Safari/605.1.15",
	},
	edgeOnWindows: {
		ip: "203.0.113.180",
		asn: "64496",
		userAgent:
			"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0",
	},
	iphone: {
		ip: "192.0.2.61",
		asn: "64500",
		userAgent:
			"Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Mobile/15E148 Safari/604.1",
	},
	pixel: {
		ip: "2001:db8:beef::22",
		asn: "64501",
		userAgent:
			"Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36",
	},
	walletOnIphone: {
		ip: "192.0.2.90",
		asn: "64500",
		userAgent: "LicenceWallet/4.2.0 (iPhone16,2; iOS 18.6; Scale/3.00)",
	},
	unknown: { ip: null, asn: null, userAgent: null },
} as const satisfies Record<string, SampleDevice>;
