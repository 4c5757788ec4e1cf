import "./globals.css";
// Every page loads them: imported here, they are bundled with this layout and not in files of their own.
import "./error";
import "./not-found";
import type { Metadata, Viewport } from "next";
import localFont from "next/font/local";
import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { PageNavigation } from "@/components/layout/page-navigation";
import { RememberTimeZone } from "@/components/layout/remember-time-zone";
import { readTheme, THEME_COOKIE } from "@/components/layout/theme";

/**
 * Used where it is there by the first paint, which is from the second page on: so it never delays a paint, and nothing
 * shifts. Preloaded it would be requested before the style sheet and share its line.
 */
const inter = localFont({
	src: "../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2",
	weight: "100 900",
	display: "optional",
	preload: false,
	adjustFontFallback: false,
	variable: "--inter",
});

export const metadata: Metadata = {
	title: { default: "Identity Console", template: "%s · Identity Console" },
	robots: { index: false, follow: false },
};

export const viewport: Viewport = { width: "device-width", initialScale: 1, colorScheme: "light dark" };

export default async function RootLayout({ children }: { children: ReactNode }) {
	const theme = readTheme((await cookies()).get(THEME_COOKIE)?.value);
	return (
		<html lang="en" data-theme={theme} className={inter.variable}>
			<body>
				{children}
				<PageNavigation />
				<RememberTimeZone />
			</body>
		</html>
	);
}
