import "./globals.css";
// Every page brings it: named here, it comes in the file of this layout and not in one of its own.
import "./error";
import type { Metadata, Viewport } from "next";
import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { preloadFont } from "@/components/layout/font";
import { NavigationProgress } from "@/components/layout/navigation-progress";
import { RememberTimeZone } from "@/components/layout/remember-time-zone";
import { readTheme, THEME_COOKIE } from "@/components/layout/theme";

export const metadata: Metadata = {
	title: { default: "Identity Console", template: "%s · Identity Console" },
	robots: { index: false, follow: false },
};

export const viewport: Viewport = { width: "device-width", initialScale: 1, colorScheme: "light dark" };

export default async function RootLayout({ children }: { children: ReactNode }) {
	const theme = readTheme((await cookies()).get(THEME_COOKIE)?.value);
	preloadFont();
	return (
		<html lang="en" data-theme={theme}>
			<body>
				{children}
				<NavigationProgress />
				<RememberTimeZone />
			</body>
		</html>
	);
}
