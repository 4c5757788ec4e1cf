import { expect, test } from "../fixtures";

// What each page is to those who hear it: landmarks, headings, names and order. What differs from run to run is left out.

test("the sign-in says where it leads", async ({ page }) => {
	await page.goto("/sign-in");
	await expect(page.locator("body")).toMatchAriaSnapshot(`
		- main:
		  - paragraph: Identity Console
		  - heading "Sign in" [level=1]
		  - paragraph:
		    - text: You will continue at
		    - strong: Sample tenant
		    - text: (embedded), and come back here.
		  - button "Sign in"
	`);
});

test("every page stands in the same frame", async ({ page, signIn }) => {
	await signIn(page, "viewer");
	await page.goto("/connection");
	await expect(page.locator("body")).toMatchAriaSnapshot(`
		- link "Skip to content":
		  - /url: "#main"
		- banner:
		  - paragraph: Sample tenant embedded Vera Lindqvist (viewer)
		  - button "Search or jump to…"
		  - group: Account
		- navigation "Main":
		  - paragraph: Identity Console
		  - list:
		    - /children: equal
		    - listitem:
		      - link "Overview"
		    - listitem:
		      - link "Templates"
		    - listitem:
		      - link "Refresh tokens"
		    - listitem:
		      - link "Applications"
		    - listitem:
		      - link "Connection"
		    - listitem:
		      - link "Activity"
		- main
	`);
});

test("the list of templates is a table whose heads order it", async ({ page, signIn }) => {
	await signIn(page, "editor");
	await page.goto("/templates?q=car+rental");
	await expect(page.getByRole("main")).toMatchAriaSnapshot(`
		- main:
		  - heading "Templates" [level=1]
		  - link "Compare two"
		  - link "New template"
		  - searchbox "Search the loaded templates, or paste an id": car rental
		  - button "Search"
		  - status
		  - region "Templates":
		    - table:
		      - rowgroup:
		        - row:
		          - 'columnheader "Select all: shown templates"':
		            - 'checkbox "Select all: shown templates"'
		          - columnheader "Name":
		            - link "Name":
		              - /url: /templates?q=car+rental&sort=name
		          - columnheader "Asks for":
		            - link "Asks for"
		          - columnheader "Updated":
		            - link "Updated"
		      - rowgroup:
		        - row:
		          - cell "Select Car rental check-in":
		            - checkbox "Select Car rental check-in"
		          - rowheader "Car rental check-in":
		            - link "Car rental check-in"
		          - cell /\\d+ attributes/
		          - cell:
		            - time
	`);
});

test("a user's tokens are a table whose rows say what to look at", async ({ page, signIn }) => {
	await signIn(page, "editor");
	await page.goto("/refresh-tokens?q=amara.okafor@example.com");
	await expect(page.getByRole("main")).toMatchAriaSnapshot(`
		- main:
		  - heading "Refresh tokens" [level=1]
		  - search:
		    - searchbox "User or refresh token": amara.okafor@example.com
		    - button "Search"
		  - heading "Tokens of amara.okafor@example.com" [level=2]
		  - form "Filter by application":
		    - combobox "Application":
		      - option "All applications" [selected]
		    - button "Filter"
		  - button "Revoke all of this user"
		  - region "Tokens of amara.okafor@example.com":
		    - table:
		      - rowgroup:
		        - row:
		          - 'columnheader "Select all: tokens on this page"'
		          - columnheader "Application":
		            - link "Application"
		          - columnheader "Device"
		          - columnheader "Created":
		            - link "Created"
		          - columnheader "Last exchanged":
		            - link "Last exchanged"
		          - columnheader "Expires":
		            - link "Expires"
		          - columnheader "Rotating"
		          - columnheader "Metadata"
		      - rowgroup:
		        - row:
		          - cell /Select Storefront, dcr_/
		          - rowheader /Storefront dcr_/:
		            - link /Storefront dcr_/
		          - cell "Chrome on Windows device changed"
		          - cell "4 months ago"
		          - cell "2 days ago"
		          - cell "in 2 months if unused"
		          - cell "yes"
		          - cell /\\d+ keys?/
	`);
});

test("the connection is named in regions", async ({ page, signIn }) => {
	await signIn(page, "editor");
	await page.goto("/connection");
	await expect(page.getByRole("main")).toMatchAriaSnapshot(`
		- main:
		  - heading "Connection" [level=1]
		  - link "API calls"
		  - button "Check connection"
		  - region "Service":
		    - heading "Service" [level=2]
		    - term: Tenant
		    - definition: Sample tenant embedded
		    - term: Management interface
		    - definition:
		      - button "Copy Management interface"
		    - term: Authentication interface
		    - definition:
		      - button "Copy Authentication interface"
		  - region "Access token":
		    - heading "Access token" [level=2]
		    - term: Audience
		    - definition:
		      - button "Copy Audience"
		    - term: Client ID
		    - definition:
		      - button "Copy Client ID"
		    - term: Lifetime
		    - definition: /24 hours, renewed automatically/
		  - region "Rate limit"
		  - region "To register at the tenant":
		    - term: Callback URL
		    - definition:
		      - button "Copy Callback URL"
		    - term: Logout URL
		    - definition:
		      - button "Copy Logout URL"
		  - region "What the console may do":
		    - region "Features and their scopes":
		      - table:
		        - rowgroup:
		          - row "Feature Scope Granted"
		        - rowgroup:
		          - row "List and open templates read:vdcs_templates yes"
	`);
});
